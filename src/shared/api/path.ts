import type { Id } from "./id";

/** The names in the braces of a path: `"groups/{id}"` has `"id"`. */
export type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

/** Returns true if a path parameter is the id of a record: `id`, or a name that ends in `Id`. */
export const isIdName = (name: string) => /^id$|Id$/.test(name);

/** Thrown before anything is sent, for a value that would escape its segment of the path. */
export class UnsafePathError extends Error {
  constructor(name: string) {
    super(`The value of {${name}} cannot be part of an address.`);
    this.name = "UnsafePathError";
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters it refuses
const control = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * Fills the braces of a path. `encodeURIComponent` alone leaves dots as they are, and the URL
 * parser resolves even `%2e%2e`, so that an id of ".." would climb out of its collection.
 */
export function fillPath<Path extends string>(
  path: Path,
  params: { readonly [Name in ParamName<Path>]: Id },
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (params as Record<string, Id | undefined>)[name];
    const text = value === undefined ? "" : String(value);
    if (text === "" || text === "." || text === ".." || control.test(text) || !isWellFormed(text)) {
      throw new UnsafePathError(name);
    }
    return encodeURIComponent(text);
  });
}

/** A lone surrogate makes encodeURIComponent throw a URIError that does not name the parameter. */
function isWellFormed(text: string) {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}
