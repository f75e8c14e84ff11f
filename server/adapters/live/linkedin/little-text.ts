/**
 * Returns a text in LinkedIn's 'little' format, which shows it exactly as it is, with its hashtags as
 * links. LinkedIn cuts a text at the first reserved character that is not escaped, and says nothing;
 * so they are escaped in links too. The format is for the text of a post only, not for titles and alt
 * texts.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format
 */
export const littleText = (text: string): string =>
  text.replace(reservedOrTag, (found) => (found.length > 1 ? found : `\\${found}`));

/** A hashtag, which begins a word, or one reserved character. */
const reservedOrTag = /(?<![^\s(])#\p{L}|[\\|{}@[\]()<>#*_~]/gu;

/** Returns the text that readers see of one that LinkedIn returns, where hashtags are templates. */
export const plainText = (little: string): string =>
  little
    .replace(/\{hashtag\|\\?[#＃]\|([^|{}]*)\}/gu, "#$1")
    .replace(/\\([\\|{}@[\]()<>#*_~])/g, "$1");
