import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestServer, type TestServer } from "../../support/server.ts";

let server: TestServer;
let page: Response;
let markup: string;
beforeAll(async () => {
  server = await createTestServer();
  page = await server.fetch("/docs");
  markup = await page.text();
});
afterAll(() => server.close());

const addresses = () => [...markup.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);

test("the page runs only scripts of its own, and may not be framed", () => {
  expect(page.status).toBe(200);
  const policy = page.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(page.headers.get("X-Frame-Options")).toBe("DENY");
  expect(markup).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son[a-z]+=|\sstyle=/);
});

test("all its files are served; the large ones have their version in the path and are cached for ever", async () => {
  expect(addresses()).toHaveLength(3);
  for (const url of addresses()) {
    const { status, headers } = await server.fetch(url);
    const keeps = /^\/docs\/\d+\.\d+\.\d+\//.test(url)
      ? "public, max-age=31536000, immutable"
      : "no-cache";
    expect([url, status, headers.get("Cache-Control")]).toEqual([url, 200, keeps]);
    expect(headers.get("Content-Type")).toMatch(/^text\/(css|javascript); charset=utf-8$/);
  }
});

test("no other file of the package is served, and none outside it", async () => {
  const [style = ""] = addresses();
  for (const other of ["index.html", "package.json", "oauth2-redirect.html", "..%2fpackage.json"]) {
    const { status } = await server.fetch(style.replace("swagger-ui.css", other));
    expect([other, status]).toEqual([other, 404]);
  }
});

test("the URL with a trailing slash redirects to the one without", async () => {
  const answer = await server.fetch("/docs/", { redirect: "manual" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([308, "/docs"]);
});

test("a typed token is not stored", async () => {
  const script = await (await server.fetch("/docs/start.js")).text();
  expect(script).toContain("persistAuthorization: false");
  expect(script).toContain("validatorUrl: null");
});
