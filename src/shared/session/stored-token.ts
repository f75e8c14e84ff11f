/** The localStorage key of the access token, which all tabs share. */
export const tokenKey = "accessToken";

/** A text that cannot stand in a header, or is longer than servers accept, counts as no token. */
export const isToken = (text: string | null): text is string =>
  text !== null && /^[\x21-\x7e]{1,8000}$/.test(text);

export const storedToken = () => localStorage.getItem(tokenKey);
