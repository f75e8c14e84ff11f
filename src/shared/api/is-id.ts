/** In characters. A longer value is not accepted as an id. */
export const longestId = 200;

/** Uses no schema: addresses are read before zod has loaded. */
export const isId = (value: unknown): value is number | string =>
  typeof value === "string"
    ? value.length > 0 && value.length <= longestId
    : Number.isSafeInteger(value);
