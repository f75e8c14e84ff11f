import { z } from "@/shared/config/zod";

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
