import type { Subscriber } from "./schema";

/**
 * Text as it is looked for: without case and diacritics. Đ has no parts to take one from, and is
 * written d as well as dj; all three find each other.
 */
const folded = (text: string) => {
  const small = text.toLowerCase();
  return (isPlain.test(small) ? small : small.normalize("NFD").replace(/\p{M}/gu, ""))
    .replaceAll("đ", "d")
    .replaceAll("dj", "d");
};

/** All of ASCII, which most addresses are. */
const isPlain = /^[\0-\x7f]*$/;

/** Finds subscribers by parts of their address and name. What it has folded once, it remembers. */
export function subscriberSearch(subscribers: readonly Subscriber[]) {
  const texts: string[] = [];
  function textAt(index: number) {
    const subscriber = subscribers[index];
    texts[index] ??= subscriber ? folded(`${subscriber.email} ${subscriber.name ?? ""}`) : "";
    return texts[index];
  }
  return {
    /** Every word has to be found somewhere; no words find all. */
    find: (query: string): readonly Subscriber[] => {
      const words = folded(query)
        .split(/\s+/)
        .filter((word) => word !== "");
      if (words.length === 0) return subscribers;
      return subscribers.filter((_, index) => {
        const text = textAt(index);
        return words.every((word) => text.includes(word));
      });
    },
    /**
     * Folds some ahead, so that the first letter typed need not wait for 50,000.
     * @returns whether there are more
     */
    prepare: (count: number): boolean => {
      const until = Math.min(texts.length + count, subscribers.length);
      for (let index = texts.length; index < until; index += 1) textAt(index);
      return until < subscribers.length;
    },
  };
}
