import type { Hono } from "hono";
import { html } from "hono/html";

/** Headers of every sandbox response. */
export const sharedHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Headers of a page: it may load images, videos and this server's stylesheets. */
export const pageHeaders = {
  ...sharedHeaders,
  "Cache-Control": "no-store",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self' https: data:; media-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Adds a stylesheet of the sandbox's pages. */
export const addStylesheet = (pages: Hono, path: string, css: string) =>
  pages.get(path, (call) =>
    call.body(css, 200, {
      ...sharedHeaders,
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": "no-cache",
    }),
  );

export type Markup = ReturnType<typeof html>;

/** Returns the layout of all sandbox pages; `standsFor` names the outside service in the notice. */
export const page = (
  title: string,
  main: Markup,
  {
    standsFor = "the platform",
    stylesheet,
  }: {
    readonly standsFor?: string;
    /** The path of an additional stylesheet. */
    readonly stylesheet?: string;
  } = {},
) => html`<!doctype html>
<html lang="sr-Latn">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="stylesheet" href="/sandbox/style.css" />
    ${stylesheet ? html`<link rel="stylesheet" href="${stylesheet}" />` : ""}
  </head>
  <body>
    <p class="notice" lang="en">
      <strong>Sandbox.</strong> Nothing here has left this machine: this page stands in for ${standsFor}.
    </p>
    <main>${main}</main>
  </body>
</html>`;
