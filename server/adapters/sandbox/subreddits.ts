import type { Flair } from "../../ports/oauth.ts";
import { hashOf, randomOf } from "./random.ts";

/** A subreddit of the sandbox, which depends only on its name. */
export type Subreddit = {
  /** Reddit's message, if the subreddit cannot be used. */
  readonly refusal?: string;
  /** Reddit's message, if it refuses what is submitted. */
  readonly submitRefusal?: string;
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

const bare: Subreddit = { flairs: [], flairRequired: false };

/**
 * Returns a subreddit. One named `private…` refuses everyone, one named `wrong…` does not exist, and
 * one named `strict…` refuses a post only when it is submitted, when others may have it. Of the
 * others, one in five has no flairs, and one in four of the rest requires a flair.
 */
export function subredditOf(name: string): Subreddit {
  const key = name.toLowerCase();
  if (key.startsWith("private")) {
    return { ...bare, refusal: "SUBREDDIT_NOTALLOWED: You aren't allowed to post there. (sr)" };
  }
  if (key.startsWith("wrong")) {
    const words = "Hmm, that community doesn't exist. Try checking the spelling.";
    return { ...bare, refusal: `SUBREDDIT_NOEXIST: ${words}` };
  }
  if (key.startsWith("strict")) {
    const submitRefusal = "SUBMIT_VALIDATION_TITLE_REQUIRED: Your title needs a tag. (title)";
    return { ...bare, submitRefusal };
  }
  if (hashOf(`bare:${key}`) % 5 === 0) return bare;
  const random = randomOf(`flairs:${key}`);
  const flairs = offered.flatMap(([text, modOnly]) =>
    // The first flair is always included, so that no list is empty by chance.
    text === offered[0][0] || random() < 0.6 ? { id: flairId(key, text), text, modOnly } : [],
  );
  return { flairs, flairRequired: hashOf(`required:${key}`) % 4 === 0 };
}

/** Returns a UUID, like Reddit's flair ids. */
function flairId(subreddit: string, text: string): string {
  const part = (salt: string) =>
    hashOf(`${salt}:${subreddit}:${text}`).toString(16).padStart(8, "0");
  const [one, two, three, four] = [part("1"), part("2"), part("3"), part("4")];
  return `${one}-${two.slice(0, 4)}-${two.slice(4)}-${three.slice(0, 4)}-${three.slice(4)}${four}`;
}
