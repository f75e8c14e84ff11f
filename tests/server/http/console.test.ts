import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contentSecurityPolicy } from "@/shared/config/content-security-policy";
import { createTestServer, type TestServer } from "../../support/server.ts";

const folder = mkdtempSync(join(tmpdir(), "console-static-"));
let server: TestServer;

/** The page of the mail preview names its script by the script's hash. */
const preview = `<!doctype html><meta http-equiv="Content-Security-Policy" content="script-src 'sha256-Zm9v+/=='">
<title>Preview</title><script>0</script>`;

beforeAll(async () => {
  const dist = join(folder, "dist");
  mkdirSync(join(dist, "assets"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(join(dist, "index.html"), "<!doctype html><title>Console</title>");
  writeFileSync(join(dist, "preview.html"), preview);
  writeFileSync(join(dist, "preview.html.gz"), gzipSync(preview));
  writeFileSync(join(dist, "favicon.svg"), "<svg/>");
  writeFileSync(join(dist, ".hidden"), "secret");
  writeFileSync(join(dist, "assets", "app-1.js"), "export {};");
  writeFileSync(join(dist, "assets", "app-1.js.gz"), gzipSync("export {};"));
  server = await createTestServer({ staticDir: dist });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const open = (path: string, headers: Record<string, string> = {}) =>
  server.fetch(path, { headers: { Accept: "text/html,*/*;q=0.8", ...headers } });

test.each(["/", "/login", "/dashboard/publishing", "/login?error=unauthorized"])(
  "%s is the console's page, revalidated each time",
  async (path) => {
    const answer = await open(path);
    expect(await answer.text()).toContain("<title>Console</title>");
    expect(answer.headers.get("Cache-Control")).toBe("no-cache");
    expect(answer.headers.get("Content-Security-Policy")).toBe(
      contentSecurityPolicy({ place: "header" }),
    );
    expect(answer.headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(answer.headers.get("Permissions-Policy")).toContain("camera=()");
  },
);

test.each(["/", "/login", "/dashboard/publishing"])(
  "%s is the page also for curl and for a client without an Accept header",
  async (path) => {
    for (const headers of [{ Accept: "*/*" }, undefined]) {
      const answer = await server.fetch(path, { ...(headers && { headers }) });
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining("<title>Console</title>"),
      ]);
    }
  },
);

test("the callback, whose URL contains the token, is not stored", async () => {
  const answer = await open("/auth/callback?token=x");
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
});

test("the page names the provider of OpenID Connect, also to a browser that takes it compressed", async () => {
  const dist = join(folder, "named");
  mkdirSync(dist);
  const page = "<!doctype html><head><title>Console</title></head><body></body>";
  writeFileSync(join(dist, "index.html"), page);
  writeFileSync(join(dist, "index.html.gz"), gzipSync(page));
  const named = await createTestServer({
    staticDir: dist,
    environment: {
      ...{ OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "console" },
      ...{ OIDC_CLIENT_SECRET: "secret", OIDC_LABEL: "Ana's ID $&", ADMIN_IDS: "1" },
    },
  });
  const ask = (headers = {}) =>
    named.fetch("/login", {
      headers: { Accept: "text/html", "Accept-Encoding": "gzip", ...headers },
    });
  const answer = await ask();
  expect(answer.headers.get("Content-Encoding")).toBeNull();
  expect(await answer.text()).toBe(
    '<!doctype html><head><title>Console</title><meta name="sign-in" content="Ana&#39;s ID $&amp;"></head><body></body>',
  );
  const tag = answer.headers.get("ETag") ?? "";
  expect((await ask({ "If-None-Match": tag })).status).toBe(304);
  await named.close();
});

test("the mail preview may be framed by the console only, and has an opaque origin", async () => {
  const page = await open("/preview.html");
  expect(await page.text()).toContain("<title>Preview</title>");
  const policy = page.headers.get("Content-Security-Policy");
  expect(policy).toContain("script-src 'sha256-Zm9v+/=='; script-src-attr 'none';");
  expect(policy).toContain("frame-ancestors 'self'; sandbox allow-scripts");
  expect(policy).not.toMatch(/unsafe-eval|connect-src|script-src[^;]*'(self|unsafe-inline)'/);
  expect(page.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
  expect(page.headers.get("Cache-Control")).toBe("no-cache");

  const console = await open("/");
  expect(console.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  expect(console.headers.get("X-Frame-Options")).toBe("DENY");
});

test("the mail preview has the same policy compressed, and names the host that it is asked for", async () => {
  const policyOf = async (address: string) =>
    (await server.fetch(address, { headers: { "Accept-Encoding": "gzip" } })).headers.get(
      "Content-Security-Policy",
    );
  const local = await policyOf("http://127.0.0.1:4100/preview.html");
  expect(local).toContain("script-src 'sha256-Zm9v+/==';");
  expect(local).toContain("img-src 'self' https: data: http://127.0.0.1:4100;");
  expect(await policyOf("http://localhost:8080/preview.html")).toContain("http://localhost:8080;");
});

test("no other page may read a file of the console", async () => {
  for (const path of ["/assets/app-1.js", "/preview.html", "/"]) {
    expect((await open(path)).headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  }
});

test("a page that has not changed is not sent again", async () => {
  const tag = (await open("/")).headers.get("ETag") ?? "";
  const again = await open("/", { "If-None-Match": tag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("a rebuilt page is sent again", async () => {
  const page = join(folder, "dist", "rebuilt.html");
  const read = async () => (await open("/rebuilt.html")).text();
  // Some builds give their files the same time every time.
  const build = (text: string) => {
    writeFileSync(page, text);
    utimesSync(page, new Date(0), new Date(0));
    return statSync(page).ctimeMs;
  };
  const first = build("before");
  expect([await read(), await read()]).toEqual(["before", "before"]);
  // A file system's clock advances in steps.
  await expect.poll(() => build("after!"), { interval: 1 }).toBeGreaterThan(first);
  expect(await read()).toBe("after!");
});

test("an asset is cached for ever, and sent compressed to a client that accepts that", async () => {
  const plain = await open("/assets/app-1.js");
  expect(plain.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(plain.headers.get("Content-Encoding")).toBeNull();
  const packed = await open("/assets/app-1.js", { "Accept-Encoding": "br, gzip" });
  expect(packed.headers.get("Content-Encoding")).toBe("gzip");
  expect(packed.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
  expect(packed.headers.get("Vary")).toBe("Accept-Encoding");
});

test("an asset requested before is still served when a newer build has replaced it", async () => {
  const file = join(folder, "dist", "assets", "late-1.js");
  writeFileSync(file, "export {};");
  expect((await open("/assets/late-1.js")).status).toBe(200);
  rmSync(file);
  expect(await (await open("/assets/late-1.js")).text()).toBe("export {};");
});

test("a missing asset is served once it is built", async () => {
  const read = () => open("/assets/new-1.js");
  expect((await read()).status).toBe(404);
  writeFileSync(join(folder, "dist", "assets", "new-1.js"), "export {};");
  expect((await read()).status).toBe(200);
});

test.each([
  "/assets/app-0.js",
  "/assets/none",
  "/nothing.png",
  "/api/v1/nothing",
  "/api/nothing",
  "/api",
])("%s is a 404, and not the page", async (path) => {
  expect((await open(path)).status).toBe(404);
  expect((await open(path, { Accept: "*/*" })).status).toBe(404);
});

test("a request that does not ask for a page gets none", async () => {
  for (const Accept of ["application/json", "image/avif,image/webp,*/*;q=0.8"]) {
    expect((await open("/dashboard", { Accept })).status).toBe(404);
  }
});

test.each([
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/%252e%252e/secret.txt",
  "/..%00/secret.txt",
  "/assets/..%5c..%5csecret.txt",
  "/.hidden",
  "/%00",
  "/%",
])("%s does not lead outside the folder", async (path) => {
  // Set by hand, because a URL would resolve the dots before they are sent.
  const request = new Request("http://localhost:4100/", { headers: { Accept: "*/*" } });
  Object.defineProperty(request, "url", { value: `http://localhost:4100${path}` });
  const answer = await server.app.fetch(request);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain("secret");
});
