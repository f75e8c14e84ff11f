/**
 * The pattern spells out the part before the path: a URL parser also accepts `https:host` and
 * passwords.
 */
export const isWebAddress = (text: string) =>
  /^https?:\/\/[^\s/\\?#@]+([/?#]|$)/i.test(text) && URL.canParse(text);

/** Returns true for the address of an image: on the web, or at a path on the server itself. */
export const isImageAddress = (text: string) =>
  isWebAddress(text) || /^\/(?![/\\])[^\s\\]*$/.test(text);
