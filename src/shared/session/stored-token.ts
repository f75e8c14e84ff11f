/** Under which the browser keeps the access token for all tabs. */
export const tokenKey = "accessToken";

/** What cannot stand in a header can be no token, nor can what is longer than servers take: there is none then. */
export const isToken = (text: string | null): text is string =>
  text !== null && /^[\x21-\x7e]{1,8000}$/.test(text);

export const storedToken = () => localStorage.getItem(tokenKey);
