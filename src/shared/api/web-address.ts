/** The part before the path is written out: a parser takes `https:host` and passwords too. */
export const isWebAddress = (text: string) =>
  /^https?:\/\/[^\s/\\?#@]+([/?#]|$)/i.test(text) && URL.canParse(text);

/** Where a picture may be: on the web, or at a path of the server's own. */
export const isPictureAddress = (text: string) =>
  isWebAddress(text) || /^\/(?![/\\])[^\s\\]*$/.test(text);
