type Kept = { readonly tag: string; readonly reply: unknown };

const most = 100;
const kept = new Map<string, Kept>();

/** What each address last answered the operator, as it was read, and the server's tag for it. */
export const lastReplies = {
  find: (address: string) => kept.get(address),
  /** The newest hundred stay. */
  keep(address: string, reply: Kept) {
    kept.delete(address);
    kept.set(address, reply);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  },
  /** The next session may be somebody else's. */
  forgetAll: () => kept.clear(),
};
