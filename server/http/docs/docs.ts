import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Context as Call, Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";

/**
 * CSP of the page: same-origin scripts, styles and API calls. Swagger UI loads its icons from `data:`
 * URLs, and it writes markup, so Trusted Types cannot be required.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const types = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
} as const;

/** Creates `GET /docs`: the API documentation, in Swagger UI from the installed package. */
export function createDocs(): Hono {
  const app = new Hono();
  const { folder, version } = findSwaggerUi();
  const files = `/docs/${version}`;
  const send =
    (file: keyof typeof types) =>
    async (call: Call): Promise<Response> =>
      call.body(new Uint8Array(await readFile(join(folder, file))), 200, {
        "Content-Type": types[file],
        "Cache-Control": "public, max-age=31536000, immutable",
      });

  app.get("/docs", (call) =>
    call.html(page(files), 200, {
      "Content-Security-Policy": policy,
      "Cache-Control": "no-cache",
    }),
  );
  app.get("/docs/", (call) => call.redirect("/docs", 308));
  app.get("/docs/start.js", (call) =>
    call.body(script, 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache",
    }),
  );
  // The path contains the version, so browsers may cache the files forever.
  app.get(`${files}/swagger-ui.css`, send("swagger-ui.css"));
  app.get(`${files}/swagger-ui-bundle.js`, send("swagger-ui-bundle.js"));
  return app;
}

/** Finds the package as Node does, which works from the sources and from the bundle. */
function findSwaggerUi() {
  const require = createRequire(import.meta.url);
  const found = require.resolve("swagger-ui-dist/package.json");
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(found, "utf8")));
  return { folder: dirname(found), version };
}

const page = (files: string) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Social Publishing Console</title>
<link rel="stylesheet" href="${files}/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="${files}/swagger-ui-bundle.js" defer></script>
<script src="/docs/start.js" defer></script>
</body>
</html>`;

/** `persistAuthorization: false` keeps a typed token out of the browser's storage. */
const script = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;
