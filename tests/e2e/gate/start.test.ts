import { once } from "node:events";
import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createListener } from "node:net";
import { extname, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser";
import { newFolder, runServer, type Server, signedInApi, startedOn } from "../support/console";

const servers: Server[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.process.kill("SIGKILL");
    await server.ended;
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

describe("Starting the console", () => {
  it("fails with one sentence on a folder that another process uses, and changes nothing", async () => {
    const folder = await preparedFolder();
    const first = await start(folder);
    const second = run({ DATA_DIR: folder, PORT: "0" });
    expect(await second.ended).toBe(1);
    expect(sentences(second)).toEqual([
      expect.stringMatching(new RegExp(`in use by process ${first.server.process.pid}`)),
    ]);
    expect((await fetch(`http://localhost:${first.port}/healthz`)).ok).toBe(true);
  });

  it("fails with one sentence on a taken port, and leaves no folder behind", async () => {
    const folder = await emptyFolder();
    const taken = createListener().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const server = run({ DATA_DIR: join(folder, "data"), PORT: String(port) });
    expect(await server.ended).toBe(1);
    expect(sentences(server)).toEqual([expect.stringContaining(String(port))]);
    expect(existsSync(join(folder, "data"))).toBe(false);
    taken.close();
  });

  it.each([
    ["a malformed DATABASE_URL", { DATABASE_URL: "mysql://console:secret@db/console" }],
    ["an invalid port", { PORT: "http" }],
    ["an unreachable database", { DATABASE_URL: "postgres://console:secret@127.0.0.1:1/console" }],
    ["an impossible folder", { DATA_DIR: "package.json/data" }],
  ])("fails with %s, in one sentence without the password", async (_, environment) => {
    const folder = await emptyFolder();
    const server = run({ DATA_DIR: join(folder, "data"), PORT: "0", ...environment });
    expect(await server.ended).toBe(1);
    expect(sentences(server)).toHaveLength(1);
    expect(server.output()).not.toContain("secret");
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "exits cleanly on %s, also when it is sent twice",
    async (signal) => {
      const { server } = await start(await preparedFolder());
      server.process.kill(signal);
      server.process.kill(signal);
      expect(await server.ended).toBe(0);
    },
  );

  it("keeps the existing data on a second start", async () => {
    const folder = await emptyFolder();
    const first = await start(folder, { SEED: "1" });
    const groups = await groupCount(first.port);
    expect(groups).toBeGreaterThan(0);
    first.server.process.kill("SIGKILL");
    await first.server.ended;
    const second = await start(folder, { SEED: "1" });
    expect(await groupCount(second.port)).toBe(groups);
  });
});

describe("The built console", () => {
  const page = () => readFileSync("dist/index.html", "utf8");

  it("has its Content-Security-Policy and no inline script, style or handler", () => {
    expect(page()).toMatch(
      /<head>\s*<meta http-equiv="Content-Security-Policy" content="default-src (?:'|&#39;)none/,
    );
    expect(page().match(/<script\b(?![^>]*\bsrc=)/g)).toBeNull();
    expect(page()).not.toMatch(/<style|\son[a-z]+=|\sstyle=/);
  });

  it("has a Brotli and a gzip copy of every script and style sheet of 1 KB or more", () => {
    const files = readdirSync("dist/assets").filter((file) => /\.(js|css)$/.test(file));
    const large = files.filter((file) => readFileSync(`dist/assets/${file}`).length >= 1024);
    expect(large.length).toBeGreaterThan(0);
    for (const file of large) {
      expect(existsSync(`dist/assets/${file}.br`) && existsSync(`dist/assets/${file}.gz`)).toBe(
        true,
      );
    }
  });

  describe("on any web server", () => {
    const { host, address } = plainHost();
    const { newOperator } = openBrowser(address);
    beforeAll(host.start);
    afterAll(host.stop);

    it("shows its login screen at a deep link, under the policy in the page", async () => {
      const operator = await newOperator();
      await operator.page.goto("/dashboard/publishing?tab=text");
      await operator.page.getByRole("heading", { level: 1, name: "Admin Login" }).waitFor();
      const evaluates = await operator.page.evaluate(() => {
        const script = document.createElement("div");
        try {
          script.innerHTML = "<b></b>";
          return true;
        } catch {
          return false;
        }
      });
      operator.forgive(/TrustedHTML|require-trusted-types-for/);
      expect(evaluates).toBe(false);
    });

    it("renders operators' texts in its own fonts, and most of them in a single one", async () => {
      const { page } = await newOperator();
      await page.goto("/login");
      const fontsOf = await renderedFonts(page);
      await expect
        .poll(() => fontsOf("Čokolada, đak, šećer, žaba… „3 × 2” – 5 € ← ↑ → ↓ ⌘"))
        .toEqual([{ isCustomFont: true }]);
      const both = [{ isCustomFont: true }, { isCustomFont: true }];
      await expect.poll(() => fontsOf("Čačak, Београд, Łódź")).toEqual(both);
    });
  });
});

/** Returns a function that puts a text into the page and returns the fonts it is rendered with. */
async function renderedFonts(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  await page.evaluate(() => document.body.append(document.createElement("address")));
  return async (text: string) => {
    await page.locator("address").evaluate((place, text) => {
      place.textContent = text;
    }, text);
    const { root } = await devtools.send("DOM.getDocument");
    const place = { nodeId: root.nodeId, selector: "address" };
    const { nodeId } = await devtools.send("DOM.querySelector", place);
    const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
    return fonts.map(({ isCustomFont }) => ({ isCustomFont }));
  };
}

const run = (environment: Record<string, string>) => {
  const server = runServer({ SEED: "0", ...environment });
  servers.push(server);
  return server;
};

async function start(folder: string, environment: Record<string, string> = {}) {
  const server = run({ DATA_DIR: folder, PORT: "0", ...environment });
  const port = await startedOn(server);
  return { server, port };
}

async function emptyFolder() {
  const folder = await newFolder();
  folders.push(folder);
  return folder;
}

/** A folder with a migrated, empty database: creating one takes seconds. */
async function preparedFolder() {
  const folder = await emptyFolder();
  await cp(process.env.PREPARED_DATA ?? "", folder, { recursive: true });
  return folder;
}

const sentences = (server: Server) => server.output().trim().split("\n");

async function groupCount(port: number) {
  const { read } = await signedInApi(`http://localhost:${port}`);
  return (await read<unknown[]>("publishing/account-groups")).length;
}

/** A plain web server: files, and index.html for every path without an extension. */
function plainHost() {
  const types: Record<string, string> = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
  };
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = extname(pathname) === "" ? "dist/index.html" : join("dist", pathname);
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    createReadStream(file)
      .on("error", () => response.writeHead(404).end())
      .pipe(response);
  });
  return {
    host: {
      start: () => once(server.listen(0), "listening"),
      stop: () => server.close(),
    },
    address: () => `http://localhost:${(server.address() as AddressInfo).port}`,
  };
}
