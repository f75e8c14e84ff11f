/**
 * Matches the parts of JSON that may have to be changed: numbers, and the words that stand for none. A text
 * is matched whole, so that nothing in it is changed.
 */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|\bNaN\b|-?\bInfinity\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/**
 * Parses JSON as servers write it. A whole number that JavaScript cannot hold (ids of CockroachDB,
 * snowflakes) becomes its text, and `NaN` and `Infinity`, which Python writes as bare words, become null.
 * @returns undefined if the text is no JSON
 */
export function parseJson(text: string): unknown {
  const isSafe = !/\d{16}/.test(text);
  return (isSafe ? parseStrictly(text) : undefined) ?? parseStrictly(text.replace(tokens, exact));
}

function exact(token: string) {
  if (token.startsWith('"')) return token;
  if (/[NI]/.test(token)) return "null";
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}

/** Parses JSON as it is. Returns undefined if the text is none. */
export function parseStrictly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
