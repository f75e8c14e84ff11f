import { keptIntents } from "@/shared/session/kept-intents";

/**
 * One press, one effect. `disabled` comes too late for a double click on a busy page, because it
 * waits for a render; this is taken in the very event that presses.
 */
const doubleClick = 500;

type Press = {
  readonly at: number;
  /** What was sent: after it is done, only the very same is still the double click. */
  readonly contents: string;
  isDone: boolean;
};

/** Scope of a write → its press, while that is under way and for the double click after. */
const held = new Map<string, Press>();

/** Scope and contents of a write whose end is unknown → the key under which it was sent. */
const openIntents = new Map(keptIntents.read());

/** The keys under which something was sent that may have been done: before a reload, all of them. */
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

  /** A second click of the same double click may come after a fast answer: it is still held off. */
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
  /** The key of this intent: the same again as long as we do not know how it ended. */
  keyOf(scope: string, contents: unknown): string {
    const name = `${scope} ${fingerprintOf(contents)}`;
    const key = openIntents.get(name) ?? crypto.randomUUID();
    openIntents.set(name, key);
    keptIntents.write(openIntents);
    return key;
  },

  /** Nobody knows how a try of it ended: whatever becomes of the next one does not say either, unless it is done. */
  doubt(key: string) {
    doubtful.add(key);
  },
  isInDoubt: (key: string) => doubtful.has(key),

  /** It is known how it ended: pressed again, it is a new intent. */
  close(key: string) {
    doubtful.delete(key);
    for (const [name, open] of openIntents) if (open === key) openIntents.delete(name);
    keptIntents.write(openIntents);
  },

  /**
   * Whoever signs in next means something of their own, also with the very same words, and at once.
   * What is under way stays held: it would be sent anew, beside itself.
   */
  forgetAll() {
    doubtful.clear();
    openIntents.clear();
    keptIntents.write(openIntents);
    for (const [scope, press] of held) if (press.isDone) held.delete(scope);
  },
};

/** 53 bits of what is sent, so that what was typed, secrets included, is not kept to compare it. */
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
