import type { Plugin } from "vite";

/** Serves /kit.html while developing: every part of the kit in every state. */
export const kitPage = (): Plugin => ({
  name: "kit-page",
  apply: "serve",
  configureServer(server) {
    server.middlewares.use("/kit.html", async (_request, response) => {
      const page = await server.transformIndexHtml(
        "/kit.html",
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kit</title>
         <meta name="viewport" content="width=device-width, initial-scale=1"></head>
         <body><div id="root"></div><script type="module" src="/src/app/kit/main.tsx"></script></body></html>`,
      );
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(page);
    });
  },
});
