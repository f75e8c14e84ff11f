/** In characters: longer ones are not taken for ids. */
export const longestId = 200;

/** Without a schema, for addresses are read before there is a library for them. */
export const isId = (value: unknown): value is number | string =>
  typeof value === "string"
    ? value.length > 0 && value.length <= longestId
    : Number.isSafeInteger(value);
