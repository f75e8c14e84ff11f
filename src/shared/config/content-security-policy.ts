type Where = {
  /** Origin of a backend elsewhere; empty for the page's own. */
  apiHost?: string | undefined;
  /** A meta element cannot carry `frame-ancestors` and `sandbox`. */
  place: "header" | "meta";
};

const hostOf = ({ apiHost }: Where) => (apiHost ? ` ${new URL(apiHost).origin}` : "");

/**
 * The policy under which the console runs: only our scripts, no inline styles, Trusted Types.
 * The server sends it; the build writes it into the page for hosts that send none.
 * One named policy of Trusted Types lets our own workers start, and nothing else (own-worker.ts).
 */
export function contentSecurityPolicy(where: Where) {
  const { place } = where;
  const host = hostOf(where);
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
    "worker-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    ...(place === "header" ? ["frame-ancestors 'none'"] : []),
    "require-trusted-types-for 'script'",
    "trusted-types own-worker",
  ].join("; ");
}

/**
 * The policy of the page that shows mails in a frame of the console. It renders in a worker, which
 * inherits this policy. A mail may have styles of its own, and images from the web as in a mailbox.
 * It reaches nothing else, and only our own pages may frame it.
 *
 * The page has no origin, and in WebKit 'self' then matches nothing. So its script is named by its
 * hash, and its host by its address.
 */
export const previewSecurityPolicy = (
  where: Where & {
    /** The only script of the page: `'sha256-…'`. */
    script: string;
    /** The source of images of the console's own host, if that is on http. */
    images: string;
  },
) =>
  [
    "default-src 'none'",
    `script-src ${where.script}`,
    "script-src-attr 'none'",
    "worker-src blob:",
    "style-src 'unsafe-inline'",
    `img-src 'self' https: data: ${where.images}${hostOf(where)}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(where.place === "header" ? ["frame-ancestors 'self'", "sandbox allow-scripts"] : []),
  ].join("; ");
