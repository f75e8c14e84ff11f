type Kept = { readonly tag: string; readonly reply: unknown };

const most = 100;
const kept = new Map<string, Kept>();

/** The last reply of each address in this session, as it was read, with the server's ETag for it. */
export const lastReplies = {
  find: (address: string) => kept.get(address),
  /** Keeps the newest hundred. */
  keep(address: string, reply: Kept) {
    kept.delete(address);
    kept.set(address, reply);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  },
  /** The next session may be another operator's. */
  forgetAll: () => kept.clear(),
};
