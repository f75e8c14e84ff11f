import { searchable, searchedWords } from "@/shared/format/search";
import type { Subscriber } from "./schema";

/** Finds subscribers by parts of their address and name. Caches the folded texts. */
export function subscriberSearch(subscribers: readonly Subscriber[]) {
  const texts: string[] = [];
  function textAt(index: number) {
    const subscriber = subscribers[index];
    texts[index] ??= subscriber ? searchable(`${subscriber.email} ${subscriber.name ?? ""}`) : "";
    return texts[index];
  }
  return {
    /** Returns the subscribers that match every word; without words, all of them. */
    find: (query: string): readonly Subscriber[] => {
      const words = searchedWords(query);
      if (words.length === 0) return subscribers;
      return subscribers.filter((_, index) => {
        const text = textAt(index);
        return words.every((word) => text.includes(word));
      });
    },
    /**
     * Folds the next texts in advance, so that the first letter typed does not wait for 50,000.
     * @returns true if there are more to fold
     */
    prepare: (count: number): boolean => {
      const until = Math.min(texts.length + count, subscribers.length);
      for (let index = texts.length; index < until; index += 1) textAt(index);
      return until < subscribers.length;
    },
  };
}
