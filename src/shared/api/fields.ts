import { z } from "@/shared/config/zod";

const atMost = (max: number) =>
  z.maxLength(max, {
    // Formatted only when it is shown: the first formatted number makes a page load all locale
    // data.
    error: () => `At most ${max.toLocaleString("en-US")} characters.`,
  });

/** Blanks, control characters, and characters that no font draws, such as a zero-width space. */
const unseen = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\s]*$/u;

/**
 * Returns true if a reader sees something of the text. A name without anything visible could not be
 * found on a screen, nor its button be told from an empty one.
 */
const isSeen = (text: string) => /[!-~]/.test(text) || !unseen.test(text);

/**
 * Required text. `missing` is the error if nothing of it is seen. With `abort` that is the only error: the
 * text's length is not checked then, nor are rules of the whole record.
 */
export const requiredText = (max: number, missing: string | { error: string; abort: true }) =>
  z.string().check(
    z.trim(),
    z.minLength(1, missing),
    // An empty text has its error already.
    z.refine((text) => text === "" || isSeen(text), missing),
    atMost(max),
  );

/** Optional text: an empty or missing one is read as null. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(z.string().check(z.trim(), atMost(max))),
    z.transform((text) => text || null),
  );

/**
 * A form's value for a number that the server did not send. The field is empty, and nothing is sent
 * before someone has typed a number.
 */
// An empty number field holds "", which the form's type does not say.
export const noNumber = "" as unknown as number;

/**
 * Text that is read as null if it is empty or null. It must not be missing: a field that may be
 * missing declares that itself.
 */
export const emptyableText = (max: number) =>
  z.pipe(
    z.nullable(z.string().check(z.trim(), atMost(max))),
    z.transform((text) => text || null),
  );

/**
 * The pattern spells out the part before the path: a URL parser also accepts `https:host` and
 * passwords.
 */
export const isWebAddress = (text: string) =>
  /^https?:\/\/[^\s/\\?#@]+([/?#]|$)/i.test(text) && URL.canParse(text);

/** Returns true for the address of an image: on the web, or at a path on the server itself. */
export const isImageAddress = (text: string) =>
  isWebAddress(text) || /^\/(?![/\\])[^\s\\]*$/.test(text);

/** The address over https if it has no scheme, as in `//cdn.example.net/a.jpg`; else the address itself. */
export const withScheme = (address: string) =>
  /^\/\/[^/\\]/.test(address) ? `https:${address}` : address;

/** A step of a schema: pages of shops write addresses without a scheme, and people copy them. */
export const toHttps = z.overwrite((address: string | null) => address && withScheme(address));
