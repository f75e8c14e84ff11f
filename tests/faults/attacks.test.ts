import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "@/shared/api/endpoint";
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
      const chosen = payload === undefined ? screens : random.some(screens, 6);
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
    for (const id of random.some(hostileIds, times(1, hostileIds.length))) {
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
    const chosen = random.some(mails, times(2, mails.length));
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

/** Patterns of the contract's paths: a parameter in braces is exactly one segment. */
const addresses = Object.values(productApi)
  .flatMap((slice) => Object.values<Endpoint>(slice))
  .map(({ path }) => {
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
