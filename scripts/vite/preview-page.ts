import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { previewSecurityPolicy } from "../../src/shared/config/content-security-policy.ts";
import { buildScript } from "./build-script.ts";

/**
 * Makes /preview.html, the page that shows mails in a sandboxed frame. Such a page has no origin: it
 * cannot load modules from hosts without CORS headers, and in WebKit its policy cannot allow scripts
 * of 'self'. So its only script stands in the page, and the policy names its hash.
 */
export const previewPage = (
  apiHost: string | undefined,
  mode: string,
  isSsrBuild: boolean | undefined,
): Plugin => {
  const page = async () => {
    const input = "src/features/newsletter/preview/page.ts";
    const { code } = await buildScript(input, "mail-preview", mode);
    return pageOf(inlineScript(code), apiHost);
  };
  return {
    name: "preview-page",
    async generateBundle() {
      if (isSsrBuild) return;
      this.emitFile({ type: "asset", fileName: "preview.html", source: await page() });
    },
    configureServer(server) {
      server.middlewares.use("/preview.html", async (_request, response, next) => {
        try {
          const html = await page();
          response.setHeader("content-type", "text/html; charset=utf-8");
          response.end(html);
        } catch (error) {
          next(error);
        }
      });
    },
  };
};

function pageOf(script: string, apiHost: string | undefined): string {
  const policy = previewSecurityPolicy({
    apiHost,
    place: "meta",
    script: `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    // The build does not know its host, which may be on http. The server's header is narrower.
    images: "http:",
  });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta charset="utf-8" />
    <title>Mail preview</title>
  </head>
  <body>
    <script>${script}</script>
  </body>
</html>
`;
}

/**
 * Returns the script so that it can stand in a page: HTML would end it at `</script`, and after
 * `<!--` it would miss its end. All of these are in texts of the script, where the escape means the
 * same.
 */
function inlineScript(code: string): string {
  const script = code.replaceAll(/<(?=!--|\/?script)/gi, "\\x3C");
  // HTML replaces these two, and the hash would be another.
  if (/[\0\r]/.test(script)) throw new Error("The preview's script cannot stand in a page.");
  return script;
}
