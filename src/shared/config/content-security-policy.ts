/**
 * The policy under which the console runs: only our scripts, no inline styles, Trusted Types.
 * The server sends it; the build writes it into the page for hosts that send none.
 * A meta element cannot carry `frame-ancestors`.
 *
 * @param apiHost origin of a backend elsewhere, empty for the page's own
 */
export function contentSecurityPolicy({
  apiHost,
  place,
}: {
  apiHost?: string | undefined;
  place: "header" | "meta";
}) {
  const host = apiHost ? ` ${new URL(apiHost).origin}` : "";
  return [
    "default-src 'none'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self'",
    "style-src-attr 'none'",
    `img-src 'self' https: data: blob:${host}`,
    `media-src 'self' https: blob:${host}`,
    "font-src 'self'",
    `connect-src 'self'${host}`,
    "manifest-src 'self'",
    "worker-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    ...(place === "header" ? ["frame-ancestors 'none'"] : []),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}
