import Papa from "papaparse";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Documented } from "@/shared/api/docs/documented";
import { productApi } from "../../server/http/api.ts";
import { openBrowser } from "../e2e/support/browser";
import { type RunningConsole, startConsole } from "../e2e/support/console";
import type { Seen } from "../support/fault-proxy/fault";
import { seededRandom } from "../support/random";
import { expectNone, seed, times } from "./support/figures";
import { hostileIds, payloads } from "./support/payloads";
import { type RawAnswer, rawRequest } from "./support/raw-request";
import { type Screen, screens, settled } from "./support/screens";

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole({ seed: true });
});
afterEach(() => running.proxy.clear());
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);
const random = seededRandom(seed);

const isRead = ({ path, method }: Seen) => method === "GET" && path.startsWith("/api/v1/");

/** Opens an operator's browser that records every effect that an attack would have. */
async function watchedOperator() {
  const operator = await newOperator({ underFaults: true });
  const { page, context, complaints } = operator;
  const seen: string[] = [];
  await context.exposeFunction("owned", (what: unknown) => seen.push(`owned(${what}) ran`));
  context.on("request", (request) => {
    if (/owned/i.test(request.url()) && !isOurs(request.url())) {
      seen.push(`${request.method()} ${request.url().slice(0, 200)}`);
    }
  });
  context.on("dialog", (dialog) => {
    seen.push(`a dialog of the browser: ${dialog.message().slice(0, 100)}`);
    void dialog.dismiss();
  });
  context.on("page", () => seen.push("another page was opened"));
  await page.goto("/login");
  await page.evaluate((token) => localStorage.setItem("accessToken", token), running.token);
  let told = 0;
  return {
    ...operator,
    /** Returns everything recorded since the last call. */
    happened: () => {
      const all = complaints();
      const before = told;
      told = all.length;
      return [...seen.splice(0), ...all.slice(before)];
    },
  };
}

/** Calls of the contract and screens of the console may have a record's id in their URL. */
function isOurs(url: string) {
  const { origin, pathname, search } = new URL(url);
  const isScreen = pathname.startsWith("/dashboard/");
  return origin === running.address && (isScreen || isContract(pathname + search));
}

/** Replaces the texts and numbers of a reply, as a hostile server would. */
function rewritten(
  value: unknown,
  change: (text: string | number, key: string) => unknown,
  key = "",
): unknown {
  if (Array.isArray(value)) return value.map((one) => rewritten(one, change, key));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, rewritten(one, change, name)]),
    );
  }
  return typeof value === "string" || typeof value === "number" ? change(value, key) : value;
}

/** Waits until the screen is there, with data or with a failure message. */
async function stands(page: Page, screen: Screen) {
  await settled(page, screen);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}

/** Returns the parts of the page that could lead to, load or run foreign content. */
const suspicious = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const addresses = ["href", "src", "action", "formaction", "poster", "data", "xlink:href"];
    for (const element of document.querySelectorAll("*")) {
      const name = element.tagName.toLowerCase();
      for (const { name: attribute, value } of element.attributes) {
        if (/^on|^srcdoc$/.test(attribute)) found.push(`<${name} ${attribute}>`);
        if (!addresses.includes(attribute) || value.startsWith("#")) continue;
        const url = URL.parse(value, location.href);
        const isWeb = url && /^(https?|blob):$/.test(url.protocol) && !url.username;
        if (!isWeb) found.push(`<${name} ${attribute}="${value.slice(0, 100)}">`);
      }
      if (name === "script" && !(element as HTMLScriptElement).src.startsWith(location.origin)) {
        found.push("a script that is not ours");
      }
      if (name === "base" || name === "object" || name === "embed") found.push(`<${name}>`);
    }
    return found;
  });

describe("A hostile server", () => {
  it("cannot make the console run, request or open anything through a text of its answers", async () => {
    const { page, happened } = await watchedOperator();
    const wrong: string[] = [];
    const violations: string[] = [];
    let placements = 0;
    const rounds: readonly (string | undefined)[] = [
      ...payloads.slice(0, times(0, payloads.length)),
      ...Array<undefined>(times(1, 8)),
    ];
    for (const payload of rounds) {
      running.proxy.clear();
      running.proxy.rule(isRead, {
        kind: "rewrite",
        change: (reply) =>
          rewritten(reply, (value) => {
            if (typeof value === "number") return value;
            placements++;
            return payload ?? random.pick(payloads);
          }),
      });
      const chosen = payload === undefined ? screens : someOf(screens, 6);
      for (const screen of chosen) {
        const what = `${screen.name}, ${payload?.slice(0, 40) ?? "a mixture"}`;
        await page.goto(screen.at);
        await stands(page, screen).catch(() => wrong.push(`${what}: the screen is not there`));
        const { pathname, origin } = new URL(page.url());
        const [path] = screen.at.split("?");
        if (origin !== running.address || pathname !== path) wrong.push(`${what}: ${page.url()}`);
        wrong.push(...(await suspicious(page)).map((text) => `${what}: ${text}`));
        for (const text of happened()) {
          (text.includes("Content-Security-Policy") ? violations : wrong).push(`${what}: ${text}`);
        }
      }
    }
    expect(placements).toBeGreaterThan(times(500, 10_000));
    expectNone({ what: `Attacks of a server that worked, ${placements} payloads placed`, wrong });
    expectNone({
      what: "Violations of the policy that the console brought about",
      wrong: violations,
    });
  });

  it("cannot lead a request out of its path through a record's id", async () => {
    const { page, happened } = await watchedOperator();
    const wrong: string[] = [];
    let ids = 0;
    let presses = 0;
    for (const id of someOf(hostileIds, times(1, hostileIds.length))) {
      running.proxy.clear();
      running.proxy.rule(isRead, {
        kind: "rewrite",
        change: (reply) =>
          rewritten(reply, (value, key) => {
            if (!/^id$|_id$/.test(key)) return value;
            ids++;
            return id;
          }),
      });
      for (const screen of screens) {
        const what = `${screen.name}, ${JSON.stringify(id)}`;
        const before = running.proxy.log.length;
        await page.goto(screen.at);
        await stands(page, screen).catch(() => wrong.push(`${what}: the screen is not there`));
        presses += await pressSome(page, screen);
        const asked = running.proxy.log.slice(before).filter(({ path }) => !isContract(path));
        wrong.push(
          ...asked.filter(isStray).map(({ method, path }) => `${what}: ${method} ${path}`),
        );
        wrong.push(...happened().map((text) => `${what}: ${text}`));
      }
    }
    expect(ids).toBeGreaterThan(times(100, 2_000));
    expectNone({
      what: `Requests that an id led astray, ${ids} ids placed and ${presses} buttons pressed`,
      wrong,
    });
  });

  it("cannot put a formula into an exported table, nor an unmarked hidden character into the queue", async () => {
    const { page } = await watchedOperator();
    const wrong: string[] = [];
    let cells = 0;
    const formulas = payloads.filter((text) => /^[=+\-@\t\r]/.test(text));
    for (const formula of someOf(formulas, times(2, formulas.length))) {
      running.proxy.clear();
      running.proxy.rule(isRead, {
        kind: "rewrite",
        change: (reply) =>
          rewritten(reply, (value) => (typeof value === "string" ? formula : value)),
      });
      for (const at of ["/dashboard/dashboard", "/dashboard/config?tab=newsletter"]) {
        await page.goto(at);
        const saving = page.waitForEvent("download");
        await page.getByRole("button", { name: "Export CSV" }).first().click();
        const table = Papa.parse<string[]>(await textOf(await saving))
          .data.slice(1)
          .flat();
        const texts = table.filter((cell) => Number.isNaN(Number(cell)));
        cells += texts.length;
        wrong.push(
          ...texts.filter((cell) => /^[=+\-@\t\r]/.test(cell)).map((it) => `${at}: ${it}`),
        );
      }
    }
    expect(cells).toBeGreaterThan(50);
    expectNone({ what: `Formulas in saved tables, ${cells} texts saved`, wrong });

    running.proxy.clear();
    running.proxy.rule(isRead, {
      kind: "rewrite",
      change: (reply) =>
        rewritten(reply, (value, key) =>
          key === "text_content" ? `a\u202eb\u2066c\u200bd` : value,
        ),
    });
    const unmarked: string[] = [];
    let posts = 0;
    for (const tab of ["media", "text"]) {
      await page.goto(`/dashboard/publishing?tab=${tab}`);
      await settled(page, { title: "Publishing" });
      const queue = page.getByRole("region", { name: "Content Approval Queue" });
      const texts = await queue.locator("p, h3").allTextContents();
      posts += texts.filter((text) => text.includes("aU+202EbU+2066cU+200Bd")).length;
      unmarked.push(...texts.filter((text) => /[\u202e\u2066\u200b]/.test(text)));
    }
    expect(posts).toBeGreaterThan(3);
    expectNone({
      what: `Posts with hidden characters that bear no mark, ${posts}`,
      wrong: unmarked,
    });
  });
});

describe("The preview of a newsletter", () => {
  const around = (content: string) =>
    `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;
  const mails = [
    '<mj-include path="/owned" /><mj-include path="file:///etc/owned" type="html" />',
    '<mj-raw><script>owned("script")</script><script src="/owned.js"></script></mj-raw>',
    '<mj-raw><svg onload="owned(1)"></svg><img alt="" src="data:," onerror="owned(2)"></mj-raw>',
    '<mj-raw><iframe srcdoc="<script>owned()</script>"></iframe><iframe src="/owned"></iframe></mj-raw>',
    '<mj-raw><object data="/owned"></object><embed src="/owned"><base href="https://owned.example/"></mj-raw>',
    '<mj-raw><meta http-equiv="refresh" content="0;url=/owned"><form action="/owned"><button autofocus onfocus="owned()">a</button></form></mj-raw>',
    '<mj-raw><link rel="stylesheet" href="/owned.css"><link rel="prefetch" href="/owned"><link rel="preload" as="script" href="/owned.js"></mj-raw>',
    '<mj-button href="javascript:owned()">a</mj-button><mj-text><a href="javascript:parent.owned()">b</a></mj-text>',
    "<mj-text>{{ ''.constructor.constructor('owned()')() }}</mj-text>",
    "<mj-text>{{ products.constructor.constructor('return owned()')() }}</mj-text>",
    "<mj-text>{{ range.constructor('owned()')() }}{{ subscriber_name.__proto__ }}</mj-text>",
    "<mj-text>{% set a = products['constr' ~ 'uctor'] %}{{ a }}{{ a.constructor('owned()')() }}</mj-text>",
    "<mj-text>{% include '/owned' %}{% import '/owned' as a %}{{ self.__init__.__globals__ }}</mj-text>",
    "<mj-text>{{ products | map(attribute='constructor') | list }}{{ joiner.__globals__ }}</mj-text>",
  ].map(around);

  it("runs no code of a template and makes no request for it", async () => {
    const { page, forgive, happened } = await watchedOperator();
    // The policy of the preview page blocks what a mail tries, and the browser logs that.
    forgive(/Content-Security-Policy|Content Security Policy|sandboxed|Blocked autofocusing/);
    const wrong: string[] = [];
    const chosen = someOf(mails, times(2, mails.length));
    const [group] = (
      await running.read<{ id: number; platform: string; account_group_id: number }[]>(
        "publishing/integrations/all",
      )
    ).filter(({ platform }) => platform === "amazon_ses");
    for (const mail of chosen) {
      running.proxy.clear();
      running.proxy.rule(({ path }) => path.includes("/newsletter/settings/"), {
        kind: "rewrite",
        change: (reply) => ({
          ...(reply as object),
          mjml_template: mail,
          subject_template: "Predmet",
        }),
      });
      await page.goto(`/dashboard/config?tab=newsletter&group=${group?.account_group_id}`);
      const preview = page.getByRole("region", { name: "Preview" });
      await preview.waitFor();
      // The subject is shown even if the body does not render.
      await preview.getByText("Predmet").first().waitFor();
      await page.waitForTimeout(500);
      const shown = await Promise.all(
        page.frames().map((frame) =>
          frame.evaluate(() => {
            const copy = document.documentElement.cloneNode(true) as Element;
            // The preview page's own script names '[native code]'.
            for (const script of copy.querySelectorAll("script")) script.remove();
            return copy.outerHTML;
          }),
        ),
      );
      const words = shown.join("\n");
      if (/\[native code\]|function Function|root:x:/.test(words))
        wrong.push(`${mail}: it got out`);
      const answered = page.getByRole("tab", { name: "Newsletter" }).focus({ timeout: 5_000 });
      await answered.catch(() => wrong.push(`${mail}: the console does not answer`));
      wrong.push(...happened().map((text) => `${mail.slice(50, 110)}: ${text}`));
    }
    expectNone({ what: `Attacks of a mail that worked, ${chosen.length} templates`, wrong });
  });
});

/** Sends a handwritten request directly to the server. */
const request = (
  line: string,
  headers: Readonly<Record<string, string>> = {},
  pieces?: Iterable<string | Buffer>,
) =>
  rawRequest(
    running.serverPort,
    [
      `${line} HTTP/1.1`,
      ...Object.entries({
        Host: `localhost:${running.serverPort}`,
        Authorization: `Bearer ${running.token}`,
        Connection: "close",
        ...headers,
      }).map(([name, value]) => `${name}: ${value}`),
      "",
      "",
    ].join("\r\n"),
    pieces,
  );

const lives = async () => (await request("GET /healthz")).status === 200;

describe("A hostile client", () => {
  const places = [
    "/",
    "/dashboard/content",
    "/auth/callback?token=x",
    "/preview.html",
    "/healthz",
    "/metrics",
    "/docs",
    "/openapi.json",
    "/login/discord?origin=http://localhost",
    "/login/sign-in.css",
    "/sandbox/mail",
    "/sandbox/shop",
    "/publishing/reddit/connect?group_id=1&token=x",
    "/api/v1/publishing/account-groups",
    "/api/v1/admin/products/",
    "/api/v1/nowhere",
  ];
  const posts = [
    "/login/discord",
    "/sandbox/shop",
    "/newsletter/unsubscribe",
    "/api/v1/publishing/account-groups",
    "/api/v1/admin/products/",
  ];

  it("is served under no host name but the server's own", async () => {
    const port = running.serverPort;
    const names = [
      "evil.example",
      `evil.example:${port}`,
      `localhost.evil.example:${port}`,
      `127.0.0.1.evil.example`,
      `localhost:${port}@evil.example`,
      `evil.example#localhost`,
      "0.0.0.0",
      "[::ffff:8.8.8.8]",
      "",
      "localhost evil.example",
    ];
    const wrong: string[] = [];
    let tried = 0;
    for (const host of names) {
      for (const path of places) {
        tried++;
        const { status } = await request(`GET ${path}`, { Host: host });
        if (status !== 421 && status !== 400) wrong.push(`GET ${path}, Host ${host}: ${status}`);
      }
      for (const path of posts) {
        tried++;
        const { status } = await request(`POST ${path}`, { Host: host, "Content-Length": "0" });
        if (status !== 421 && status !== 400) wrong.push(`POST ${path}, Host ${host}: ${status}`);
      }
    }
    for (const path of places) {
      tried += 2;
      const absolute = await request(`GET http://evil.example${path}`, { Host: "evil.example" });
      const doubled = await request(`GET ${path}`, { "X-A": `1\r\nHost: evil.example` });
      for (const { status } of [absolute, doubled]) {
        if (status !== 421 && status !== 400) wrong.push(`GET ${path}, another way: ${status}`);
      }
    }
    expect(await lives()).toBe(true);
    expectNone({ what: `Requests under a foreign name that were served, ${tried}`, wrong });
  });

  it("on a foreign page changes nothing and reads nothing", async () => {
    const origins = [
      "https://evil.example",
      "null",
      `https://localhost:${running.serverPort}`,
      `http://localhost:${running.serverPort}.evil.example`,
      `http://evil.example/localhost:${running.serverPort}`,
    ];
    const wrong: string[] = [];
    let tried = 0;
    for (const origin of origins) {
      for (const path of places) {
        tried++;
        const { head } = await request(`GET ${path}`, { Origin: origin });
        if (/access-control-allow-origin/i.test(head)) wrong.push(`GET ${path} from ${origin}`);
        const isKept = /cross-origin-resource-policy: same-origin/i.test(head);
        if (!isKept) wrong.push(`GET ${path} may be put into a page elsewhere`);
      }
      for (const path of posts) {
        for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
          tried++;
          const headers = { Origin: origin, "Content-Length": "0" };
          const { status, head } = await request(`${method} ${path}`, headers);
          if (status !== 403) wrong.push(`${method} ${path} from ${origin}: ${status}`);
          if (/access-control-allow/i.test(head)) wrong.push(`${method} ${path} is allowed`);
        }
      }
    }
    expectNone({ what: `Requests of foreign pages that were let in, ${tried}`, wrong });
  });

  it("gets no file but those of the console", async () => {
    const ways = ["..", "%2e%2e", ".%2e", "%252e%252e", "..%00", "..;", "%c0%ae%c0%ae", "..%5c.."];
    const joints = ["/", "%2f", "%5c", "\\", "//"];
    const ends = ["package.json", "etc/passwd", "server/main.ts", "dist-server/main.js"];
    const paths = [
      ...ways.flatMap((way) =>
        joints.flatMap((joint) =>
          ends.flatMap((end) =>
            ["/", "/assets/", "/docs/", "/sandbox/", "/media/"].map(
              (start) => `${start}${Array(6).fill(way).join(joint)}${joint}${end}`,
            ),
          ),
        ),
      ),
      ...["/%00", "/index.html%00.js", "/assets/%00", "//etc/passwd", "/.env", "/.git/config"],
      ...[
        "/assets/.",
        "/assets/",
        "/C:/Windows/win.ini",
        "/%",
        "/%ff",
        "/index.html.br",
        "/data/key",
      ],
    ];
    const wrong: string[] = [];
    const chosen = someOf(paths, times(80, paths.length));
    const page = (await request("GET /index.html")).body;
    for (const path of chosen) {
      const { status, head, body } = await request(`GET ${path}`);
      const isPage = status === 200 && body === page;
      const isRefused = (status >= 400 && status < 500) || status === 308;
      if (!isPage && !isRefused) wrong.push(`${path}: ${status} ${head.slice(0, 80)}`);
      if (/social-publishing-console|root:x:|drizzle/.test(body)) wrong.push(`${path}: a file`);
    }
    expect(await lives()).toBe(true);
    expectNone({
      what: `Files outside the console's that were served, ${chosen.length} paths`,
      wrong,
    });
  });

  it("gets every text of every command refused with a message or stored unchanged", async () => {
    const wrong: string[] = [];
    let placements = 0;
    const commands = endpoints.filter(({ method }) => method !== "GET");
    for (const endpoint of commands) {
      const { body, query } = endpoint.sample as {
        body?: unknown;
        query?: Record<string, unknown>;
      };
      const places = [
        ...textsOf(body).map((path) => ["body", ...path]),
        ...Object.keys(query ?? {}).map((name) => ["query", name]),
      ];
      for (const place of places) {
        for (const payload of someOf(payloads, times(2, payloads.length))) {
          placements++;
          const asked = changed({ body, query }, place, payload) as Asked;
          const { status, text } = await command(endpoint, asked);
          const where = `${endpoint.method} ${endpoint.path}, ${place.join(".")}, ${payload.slice(0, 40)}`;
          if (status === 0 || status >= 500) wrong.push(`${where}: ${status}`);
          const kept = status < 300 && text ? valueAt(JSON.parse(text), place.slice(1)) : undefined;
          if (typeof kept === "string" && kept !== payload.trim() && kept !== payload) {
            wrong.push(`${where}: kept as ${kept.slice(0, 40)}`);
          }
        }
      }
    }
    // The stored texts can be read without a server error.
    for (const { method, path, sample } of endpoints) {
      if (method !== "GET") continue;
      const query = new URLSearchParams((sample as { query?: Record<string, string> }).query);
      const { status } = await request(`GET /api/v1/${path.replace(/\{\w+\}/g, "1")}?${query}`);
      if (status === 0 || status >= 500) wrong.push(`GET ${path} afterwards: ${status}`);
    }
    expect(placements).toBeGreaterThan(100);
    expectNone({
      what: `Texts that broke a command or were changed by it, ${placements} sent`,
      wrong,
    });
  });

  it("cannot bring the server down by size or depth", async () => {
    const groups = "POST /api/v1/publishing/account-groups";
    const step = "POST /api/v1/admin/sale-rotator/trigger-step/1";
    const json = { "Content-Type": "application/json" };
    const megabyte = Buffer.alloc(1_000_000, 0x61);
    let sent = 0;
    function* endless() {
      for (; sent < 500; sent++) yield* ["f4240\r\n", megabyte, "\r\n"];
      yield "0\r\n\r\n";
    }
    const whole = (line: string, text: string) =>
      request(line, { ...json, "Content-Length": String(Buffer.byteLength(text)) }, [text]);
    const deep = (open: string, close: string, levels: number) =>
      open.repeat(levels) + close.repeat(levels);
    const attempts: readonly (readonly [string, () => Promise<RawAnswer>])[] = [
      [
        "a length of 5 GB",
        () => request(groups, { ...json, "Content-Length": "5000000000" }, ["{"]),
      ],
      ["30 MB", () => whole(groups, `{"name":"${"x".repeat(30_000_000)}"}`)],
      [
        "chunks without end",
        () => request(groups, { ...json, "Transfer-Encoding": "chunked" }, endless()),
      ],
      [
        "a form of 30 MB",
        () =>
          request(
            "POST /login/discord",
            { Origin: `http://localhost:${running.serverPort}`, "Content-Length": "30000000" },
            Array(30).fill(megabyte),
          ),
      ],
      ["arrays in arrays", () => whole(groups, deep("[", "]", 400_000))],
      [
        "objects in objects",
        () => whole(groups, deep('{"name":', "}", 100_000).replace(":}", ":1}")),
      ],
      ["a name that is arrays", () => whole(groups, `{"name":${deep("[", "]", 400_000)}}`)],
      [
        "halves of characters, deep",
        () => whole(groups, `{"name":"\\ud83d\\ude00","a":${deep("[", "]", 400_000)}}`),
      ],
      [
        "a step that is arrays",
        () =>
          whole(
            step,
            `{"updates":[{"product_id":1,"a":${deep("[", "]", 3_000_000)}}],"removals":[]}`,
          ),
      ],
      [
        "flairs that are arrays",
        () =>
          whole(
            "PATCH /api/v1/publishing/categories/1",
            `{"reddit_settings":{"subreddits":["a"],"flairs":[${deep("[", "]", 400_000)}]}}`,
          ),
      ],
      [
        "a step of many",
        () => whole(step, `{"updates":[${Array(200_000).fill("{}")}],"removals":[]}`),
      ],
      [
        "many fields",
        () => whole(groups, `{${Array.from({ length: 80_000 }, (_, at) => `"a${at}":1`)}}`),
      ],
      ["a header of 100 kB", () => request("GET /healthz", { "X-Long": "x".repeat(100_000) })],
      [
        "10,000 headers",
        () =>
          request(
            "GET /healthz",
            Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`X-${at}`, "1"])),
          ),
      ],
      ["an address of 100 kB", () => request(`GET /${"x".repeat(100_000)}`)],
      [
        "a query of 10,000 names",
        () => request(`GET /api/v1/publishing/content-queue?${"a=1&".repeat(3_000)}`),
      ],
      [
        "two lengths",
        () => request(groups, { ...json, "Content-Length": "2\r\nContent-Length: 3" }, ["{}"]),
      ],
      [
        "a length and chunks",
        () =>
          request(groups, { ...json, "Content-Length": "2", "Transfer-Encoding": "chunked" }, [
            "0\r\n\r\n",
          ]),
      ],
      [
        "a header in a header",
        () => request("GET /healthz", { "X-Request-Id": "a\r\n X-Owned: 1" }),
      ],
      ["a header of one CR", () => request("GET /healthz", { "X-Request-Id": "a\rX-Owned: 1" })],
      [
        "a header in an address",
        () => request("GET /login/discord?origin=http://localhost%0d%0aX-Owned:%201"),
      ],
      ["no HTTP", () => request("\u0000\u0001 /")],
    ];
    const wrong: string[] = [];
    for (const [what, attempt] of attempts) {
      const { status, head } = await attempt();
      const isRefused = status >= 400 && status < 500;
      // A client that is still sending may lose the connection before it reads the answer.
      const isCut = status === 0 && /MB|without end/.test(what);
      const isHarmless = status === 200 && /query of|header in a header/.test(what);
      if (!isRefused && !isCut && !isHarmless) wrong.push(`${what}: ${status || "cut"}`);
      if (/^x-owned/im.test(head)) wrong.push(`${what}: a header of its own`);
      if (!(await lives())) wrong.push(`${what}: the server does not answer any more`);
    }
    // The server has to refuse long before the end, which would take minutes to send.
    if (sent > 100) wrong.push(`${sent} MB were taken`);
    expectNone({
      what: `Requests of a wrong size or shape that were not refused, ${attempts.length}`,
      wrong,
    });
  });
});

/** Returns the paths of all texts in a value. */
function textsOf(value: unknown, above: readonly string[] = []): (readonly string[])[] {
  if (typeof value === "string") return [above];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsOf(one, [...above, name]));
}

/** Returns the value with another text at one path. */
function changed(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  if (Array.isArray(value)) {
    return value.map((one, at) => (String(at) === name ? changed(one, rest, text) : one));
  }
  const known = (value ?? {}) as Record<string, unknown>;
  return { ...known, [name]: changed(known[name], rest, text) };
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce(
    (at: unknown, name) =>
      typeof at === "object" && at !== null ? (at as Record<string, unknown>)[name] : undefined,
    value,
  );

type Asked = { readonly query?: Record<string, unknown>; readonly body?: unknown };

/** Sends a command about the first record of each kind, as a client without a browser would. */
async function command({ method, path }: Documented, { query, body }: Asked) {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const response = await fetch(
    `http://localhost:${running.serverPort}/api/v1/${path.replace(/\{\w+\}/g, "1")}?${search}`,
    {
      method,
      headers: { authorization: `Bearer ${running.token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  );
  return { status: response.status, text: await response.text() };
}

/** Chooses `count` of them at random. */
function someOf<T>(all: readonly T[], count: number): readonly T[] {
  const left = [...all];
  while (left.length > count) left.splice(random.between(0, left.length - 1), 1);
  return left;
}

const endpoints = Object.values(productApi).flatMap((slice) => Object.values<Documented>(slice));
/** Patterns of the contract's paths: a parameter in braces is exactly one segment. */
const addresses = endpoints.map(({ path }) => {
  const part = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/?#\\\\]+");
  return new RegExp(`^/api/v1/${part}(\\?[\\w=&.%+-]*)?$`);
});
const isContract = (path: string) =>
  addresses.some((address) => address.test(path)) && !/\/\.{1,2}([/?]|$)/.test(path);
/** Matches requests that were led astray: all but the console's own pages, code and images. */
const isStray = ({ path, headers }: Seen) =>
  "x-owned" in headers ||
  !/^\/(api\/v1\/auth\/me$|dashboard|assets|media|sandbox|preview\.html|healthz|login|favicon\.ico)/.test(
    path,
  ) ||
  /owned/.test(path.split("?")[0] ?? "");

/** Presses random buttons on the screen, so that its records are requested and changed. */
async function pressSome(page: Page, { at }: Screen) {
  const buttons = page.locator("main button:visible:enabled");
  const count = Math.min(await buttons.count(), times(3, 4));
  let pressed = 0;
  for (let turn = 0; turn < count; turn++) {
    const button = buttons.nth(random.between(0, (await buttons.count()) - 1));
    await button.click({ timeout: 1_000 }).catch(() => {});
    const dialog = page.locator('[role="dialog"]:visible, [role="menu"]:visible').first();
    if (await dialog.isVisible()) {
      const inside = dialog.locator("button:enabled, [role=menuitem]").last();
      await inside.click({ timeout: 1_000 }).catch(() => {});
      await page.keyboard.press("Escape");
    }
    pressed++;
  }
  // An open run or an unsaved form asks before it is left.
  if (!page.url().includes(at.split("?")[0] ?? "")) await page.goto(at);
  return pressed;
}

async function textOf(download: import("playwright-core").Download) {
  const stream = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}
