import { keptIntents } from "@/shared/session/kept-intents";

/**
 * Ensures that one press has one effect. `disabled` waits for a render, which on a busy page comes
 * after the second click of a double click. The guard is taken in the click event itself.
 */
const doubleClick = 500;

type Press = {
  readonly at: number;
  /**
   * Fingerprint of the request. After it is done, only a press with the same contents still counts
   * as the double click.
   */
  readonly contents: string;
  isDone: boolean;
};

/**
 * The press of each scope of writes, while its write is pending and for the rest of the double
 * click.
 */
const held = new Map<string, Press>();

/** The idempotency key of each write that is pending or in doubt, by its scope and contents. */
const openIntents = new Map(keptIntents.read());

/** The keys of writes that may have been done. After a reload that is all of the stored keys. */
const doubtful = new Set(openIntents.values());

export const doubleSubmitGuard = {
  /** @returns whether the press may go on */
  take(scope: string, contents: unknown): boolean {
    const press = { at: Date.now(), contents: fingerprintOf(contents), isDone: false };
    const before = held.get(scope);
    if (before && !(before.isDone && before.contents !== press.contents)) return false;
    held.set(scope, press);
    return true;
  },

  /** The second click of a double click may come after a fast answer: it is refused as well. */
  release(scope: string, wasDone: boolean) {
    const press = held.get(scope);
    if (!press) return;
    const rest = wasDone ? press.at + doubleClick - Date.now() : 0;
    press.isDone = true;
    if (rest <= 0) held.delete(scope);
    else setTimeout(() => held.get(scope) === press && held.delete(scope), rest);
  },
};

export const intents = {
  /** Returns the key of this intent. It stays the same until the outcome is known. */
  keyOf(scope: string, contents: unknown): string {
    const name = nameOf(scope, contents);
    const key = openIntents.get(name) ?? crypto.randomUUID();
    openIntents.set(name, key);
    keptIntents.write(openIntents);
    return key;
  },

  /**
   * Records that the outcome of an attempt is unknown. The next attempt settles it only if that one
   * is done.
   */
  doubt(key: string) {
    doubtful.add(key);
  },
  isInDoubt: (key: string) => doubtful.has(key),

  /** True if the outcome of such a write is unknown, so that sending it again does nothing twice. */
  isOpen(scope: string, contents: unknown): boolean {
    const key = openIntents.get(nameOf(scope, contents));
    return key !== undefined && doubtful.has(key);
  },

  /** The outcome is known: the next press is a new intent. */
  close(key: string) {
    doubtful.delete(key);
    for (const [name, open] of openIntents) if (open === key) openIntents.delete(name);
    keptIntents.write(openIntents);
  },

  /**
   * The next operator's press is a new intent, even with the same contents and right away. Pending
   * writes stay held: otherwise a second press would send them again in parallel.
   */
  forgetAll() {
    doubtful.clear();
    openIntents.clear();
    keptIntents.write(openIntents);
    for (const [scope, press] of held) if (press.isDone) held.delete(scope);
  },
};

const nameOf = (scope: string, contents: unknown) => `${scope} ${fingerprintOf(contents)}`;

/**
 * Returns a 53-bit hash of the request, so that typed input, secrets included, is not kept for the
 * comparison.
 */
function fingerprintOf(contents: unknown) {
  const text = JSON.stringify(contents) ?? "";
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
