type Kept = { readonly tag: string; readonly reply: unknown };

const most = 100;
const kept = new Map<string, { readonly tag: string; readonly read: () => unknown }>();

/** The last reply of each address in this session, as it was read, with the server's ETag for it. */
export const lastReplies = {
  find(address: string): Kept | undefined {
    const found = kept.get(address);
    const reply = found?.read();
    return found && reply !== undefined ? { tag: found.tag, reply } : undefined;
  },
  /** Keeps the newest hundred. */
  keep: (address: string, { tag, reply }: Kept) => put(address, { tag, read: () => reply }),
  /** Keeps a list only while others hold this very object: 50,000 records take 10 MB. */
  keepWeakly(address: string, tag: string, list: object) {
    const held = new WeakRef(list);
    put(address, { tag, read: () => held.deref() });
  },
  /** The next session may be another operator's. */
  forgetAll: () => kept.clear(),
};

function put(address: string, reply: { tag: string; read: () => unknown }) {
  kept.delete(address);
  kept.set(address, reply);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
