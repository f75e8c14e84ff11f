import type { Plugin } from "vite";
import { previewSecurityPolicy } from "../../src/shared/config/content-security-policy.ts";
import { buildScript } from "./build-script.ts";

/**
 * Makes /preview.html, the page that shows mails in a sandboxed frame. A sandboxed page has no origin
 * and cannot load modules from hosts without CORS headers, Vite's dev server among them: it gets one
 * classic script of its own.
 */
export const previewPage = (
  apiHost: string | undefined,
  mode: string,
  isSsrBuild: boolean | undefined,
): Plugin => {
  const script = () => buildScript("src/features/newsletter/preview/page.ts", "mail-preview", mode);
  const policy = previewSecurityPolicy({ apiHost, place: "meta" });
  const pageOf = (script: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta charset="utf-8" />
    <title>Mail preview</title>
    <script src="/${script}" defer></script>
  </head>
  <body></body>
</html>
`;
  return {
    name: "preview-page",
    async generateBundle() {
      if (isSsrBuild) return;
      const { fileName, code } = await script();
      this.emitFile({ type: "asset", fileName, source: code });
      this.emitFile({ type: "asset", fileName: "preview.html", source: pageOf(fileName) });
    },
    configureServer(server) {
      server.middlewares.use("/preview.html", (_request, response) => {
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(pageOf("preview.js"));
      });
      server.middlewares.use("/preview.js", async (_request, response, next) => {
        try {
          const { code } = await script();
          response.setHeader("content-type", "text/javascript; charset=utf-8");
          response.end(code);
        } catch (error) {
          next(error);
        }
      });
    },
  };
};
