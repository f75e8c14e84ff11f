import type { Flair } from "../../ports/reddit.ts";
import { hashOf, randomOf } from "./random.ts";

/** What a subreddit of the sandbox is like; all of it follows from its name. */
export type Subreddit = {
  /** Given for one that cannot be used, in Reddit's words. */
  readonly refusal?: string;
  readonly flairs: readonly Flair[];
  readonly flairRequired: boolean;
};

const offered = [
  ["Discussion", false],
  ["Question", false],
  ["Announcement", true],
  ["Photo", false],
  ["Trip report", false],
  ["Weekly thread", true],
  ["News", false],
  ["Humor", false],
  ["Guide", false],
] as const;

/**
 * One named `private…` lets nobody in and one named `wrong…` is not there. Of the others one in
 * five has no flairs, and one in four of those that have some takes no post without.
 */
export function subredditOf(name: string): Subreddit {
  const key = name.toLowerCase();
  if (key.startsWith("private")) {
    return {
      refusal: "SUBREDDIT_NOTALLOWED: You aren't allowed to post there. (sr)",
      flairs: [],
      flairRequired: false,
    };
  }
  if (key.startsWith("wrong")) {
    return {
      refusal: "SUBREDDIT_NOEXIST: Hmm, that community doesn't exist. Try checking the spelling.",
      flairs: [],
      flairRequired: false,
    };
  }
  if (hashOf(`bare:${key}`) % 5 === 0) return { flairs: [], flairRequired: false };
  const random = randomOf(`flairs:${key}`);
  const flairs = offered.flatMap(([text, modOnly]) =>
    // Every list has the first, so that none is empty by chance.
    text === offered[0][0] || random() < 0.6 ? { id: flairId(key, text), text, modOnly } : [],
  );
  return { flairs, flairRequired: hashOf(`required:${key}`) % 4 === 0 };
}

/** In the form of Reddit's own. */
function flairId(subreddit: string, text: string): string {
  const part = (salt: string) =>
    hashOf(`${salt}:${subreddit}:${text}`).toString(16).padStart(8, "0");
  const [one, two, three, four] = [part("1"), part("2"), part("3"), part("4")];
  return `${one}-${two.slice(0, 4)}-${two.slice(4)}-${three.slice(0, 4)}-${three.slice(4)}${four}`;
}
