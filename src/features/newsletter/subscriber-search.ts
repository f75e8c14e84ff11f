import { searchable, searchedWords } from "@/shared/format/search";
import type { Subscriber } from "./schema";

/** Finds subscribers by parts of their address and name. What it has folded once, it remembers. */
export function subscriberSearch(subscribers: readonly Subscriber[]) {
  const texts: string[] = [];
  function textAt(index: number) {
    const subscriber = subscribers[index];
    texts[index] ??= subscriber ? searchable(`${subscriber.email} ${subscriber.name ?? ""}`) : "";
    return texts[index];
  }
  return {
    /** Every word has to be found somewhere; no words find all. */
    find: (query: string): readonly Subscriber[] => {
      const words = searchedWords(query);
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
