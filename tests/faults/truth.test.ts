import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../e2e/support/browser";
import { type RunningConsole, startConsole, tokenFrom } from "../e2e/support/console";
import { entry, region } from "../e2e/support/screen";
import {
  empty,
  type Fault,
  html,
  redirect,
  retryAfters,
  type Seen,
  status,
} from "../support/fault-proxy/fault";
import { to } from "../support/fault-proxy/proxy";
import { type Random, seededRandom } from "../support/random";
import { expectNone, isFull, seed, times } from "./support/figures";

/**
 * Compares the console's message about a write with its real outcome. Every write is pressed on the
 * screen, its message is read from the screen, and its effect from the server, past the proxy.
 */
let running: RunningConsole;
let group: number;

beforeAll(async () => {
  running = await startConsole({ speed: 1 });
  group = await newGroup("Zima");
  await running.write(`publishing/account-groups/${group}/accounts`, {
    platform_type: "bluesky",
    platform_username: "zima.bsky.social",
    credentials: { identifier: "zima.bsky.social", password: "abcd-efgh-ijkl-mnop" },
  });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

type Operator = Awaited<ReturnType<typeof newOperator>>;
type Named = { id: number; name: string };

const newGroup = async (name: string) =>
  (await running.write<Named>("publishing/account-groups", { name, description: null })).id;

/** One write that the operator wants to happen once. */
type Write = {
  readonly what: string;
  readonly button: Locator;
  /** Matches the requests that carry it out. */
  readonly isOf: (request: Seen) => boolean;
  /** Counts how often it was carried out. */
  readonly effects: () => Promise<number>;
};

const named = async (path: string, name: string) =>
  (await running.read<{ name: string }[]>(path)).filter((one) => one.name === name).length;
const goneFrom = async (path: string, name: string) => 1 - (await named(path, name));

/** A part of the console to work in. Each turn prepares the screen for one press per write. */
type Scene = {
  readonly name: string;
  readonly at: () => string;
  readonly writes: (page: Page, turn: number) => AsyncGenerator<Write>;
};

const question = (page: Page, verb: string) =>
  page.getByRole("alertdialog").getByRole("button", { name: verb, exact: true });

const subscribers: Scene = {
  name: "subscribers",
  at: () => `/dashboard/config?group=${group}&tab=newsletter`,
  async *writes(page, turn) {
    const path = `admin/newsletter/subscribers/${group}`;
    const email = `citalac.${turn}@primer.example.com`;
    const part = region(page, "Subscribers");
    const count = async () =>
      (await running.read<{ email: string }[]>(path)).filter((one) => one.email === email).length;
    await part.getByRole("textbox", { name: "Email" }).fill(email);
    yield {
      what: `Add subscriber ${email}`,
      button: part.getByRole("button", { name: "Add subscriber" }),
      isOf: to("POST", path),
      effects: count,
    };
    await part
      .getByRole("button", { name: `Remove ${email}` })
      .first()
      .click();
    yield {
      what: `Remove subscriber ${email}`,
      button: question(page, "Remove"),
      isOf: to("DELETE", /newsletter\/subscribers\/\d+$/),
      effects: async () => 1 - (await count()),
    };
  },
};

const imageUrl = "/logos/zima.png";

const templatesAndProducts: Scene = {
  name: "templates and products",
  at: () => `/dashboard/config?group=${group}`,
  async *writes(page, turn) {
    const isTemplate = turn % 2 === 0;
    const path = isTemplate ? "admin/meme-templates/" : "admin/products/";
    const kind = isTemplate ? "Template" : "Product";
    const name = `${kind} ${turn}`;
    const part = region(
      page,
      isTemplate ? "Meme Template Pool Manager" : "Product Catalog Manager",
    );
    const form = page.getByRole("dialog").getByRole("form");
    await part.getByRole("button", { name: `Add ${kind.toLowerCase()}` }).click();
    const fields = isTemplate
      ? { Name: name, "Image URL": imageUrl, "Usage explanation": "a", "Humor explanation": "b" }
      : { "Product name": name, "Product image URL": imageUrl, Description: "Topla." };
    for (const [label, text] of Object.entries(fields)) {
      await form.getByLabel(label, { exact: true }).fill(text);
    }
    yield {
      what: `Create ${name}`,
      button: form.getByRole("button", { name: `Create ${kind}` }),
      isOf: to("POST", path),
      effects: () => named(path, name),
    };
    // Take the first: a duplicate is counted as a failure and must not stop the test.
    await entry(part, name).first().getByRole("button", { name: "Delete" }).click();
    yield {
      what: `Delete ${name}`,
      button: question(page, "Delete"),
      isOf: to("DELETE", new RegExp(`${path}\\d+$`)),
      effects: () => goneFrom(path, name),
    };
  },
};

const groupsAndCategories: Scene = {
  name: "groups and categories",
  at: () => `/dashboard/config?group=${group}&tab=evergreen`,
  async *writes(page, turn) {
    const name = `Grupa ${turn}`;
    await page.getByRole("button", { name: "+ New Group" }).click();
    const dialog = page.getByRole("dialog", { name: "Create New Group" });
    await dialog.getByLabel("Group Name").fill(name);
    yield {
      what: `Create group ${name}`,
      button: dialog.getByRole("button", { name: "Create Group" }),
      isOf: to("POST", "publishing/account-groups"),
      effects: () => named("publishing/account-groups", name),
    };
    // The new group becomes the active one, unless its answer was unreadable: choose it here.
    const button = region(page, "Active Group").getByRole("button", { name, exact: true });
    await button.first().click();
    await page.waitForFunction(
      (text) => document.querySelector('[aria-pressed="true"]')?.getAttribute("title") === text,
      name,
    );
    const groups = await running.read<Named[]>("publishing/account-groups");
    const id = groups.find((one) => one.name === name)?.id;
    const path = `publishing/account-groups/${id}/categories`;
    for (const category of ["Jutro", "Podne", "Veče"]) {
      // By address: a doubtful save leaves the dialog open, and a finished one may be closing it.
      await page.goto(`/dashboard/config?group=${id}&tab=evergreen&dialog=add-category`);
      const form = page.getByRole("form", { name: "Add category" });
      await form.getByLabel("Name", { exact: true }).fill(category);
      yield {
        what: `Add category ${category} to ${name}`,
        button: form.getByRole("button", { name: "Add category" }),
        isOf: to("POST", path),
        effects: () => named(path, category),
      };
    }
  },
};

let decidedLast = 0;

const decisions: Scene = {
  name: "decisions on posts",
  at: () => `/dashboard/publishing?group=${group}&tab=text`,
  async *writes(page, turn) {
    const queue = region(page, "Content Approval Queue");
    // The post decided before stays in the list until the refetch.
    const card = queue.locator(`[data-post]:not([data-post="${decidedLast}"])`).first();
    await card.waitFor();
    const id = Number(await card.getAttribute("data-post"));
    decidedLast = id;
    const isApproval = turn % 2 === 0;
    const isPending = async () =>
      (
        await running.read<{ id: number }[]>(
          "publishing/content-queue?status=pending_approval&limit=1000",
        )
      ).some((item) => item.id === id);
    yield {
      what: `${isApproval ? "Approve" : "Reject"} post ${id}`,
      button: page
        .locator(`[data-post="${id}"]`)
        .getByRole("button", { name: isApproval ? "Approve" : "Reject", exact: true }),
      isOf: to("POST", new RegExp(`content-queue/${id}/(approve|reject)(\\?|$)`)),
      effects: async () => (isApproval ? schedulesOf(id) : Number(!(await isPending()))),
    };
  },
};

type Scheduled = { content_queue_item: { id: number } };

/** Counts the posts scheduled for an item. Some may be published during the test. */
async function schedulesOf(id: number) {
  const upcoming = await running.read<Scheduled[]>("publishing/scheduled-posts?limit=1000");
  const { failed_posts, recently_published } = await running.read<Record<string, Scheduled[]>>(
    "publishing/scheduler-status",
  );
  return [...upcoming, ...(failed_posts ?? []), ...(recently_published ?? [])].filter(
    (post) => post.content_queue_item.id === id,
  ).length;
}

let queues = 0;

/** Generates more posts to decide on. */
async function fillQueue(count: number) {
  const category = await running.write<Named>(`publishing/account-groups/${group}/categories`, {
    name: `Dnevna inspiracija ${++queues}`,
    category_type: "evergreen",
    image_posts_per_day: 0,
    video_posts_per_day: 0,
    text_posts_per_day: 1,
    daily_generation_active: false,
  });
  const pending = () =>
    running.read<unknown[]>("publishing/content-queue?status=pending_approval&limit=1000");
  const before = (await pending()).length;
  for (let made = 0; made < count; made += 50) {
    await running.write(
      `admin/content-generation/trigger/${category.id}?num_posts=${Math.min(50, count - made)}&type=text`,
    );
  }
  await expect
    .poll(async () => (await pending()).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(Math.min(1_000, before + count));
}

type Trouble = Fault | "offline" | undefined;

const page502 = "<!doctype html><title>502</title><h1>Bad gateway</h1>";

/**
 * Chooses a fault for a press. A 4xx comes before the server acts, other faults before or after.
 */
function troubleFor(random: Random): Trouble {
  const isServed = random.chance(0.5);
  const code = random.pick([500, 502, 503, 504]) ?? 500;
  const refusal = random.pick([400, 403, 404, 408, 409, 413, 422, 429]) ?? 400;
  return random.pick<() => Trouble>([
    () => undefined,
    () => "offline",
    () => status(code, { isServed }),
    () => status(code, { isServed, retryAfter: random.pick(retryAfters) ?? "1" }),
    () => ({
      kind: "answer",
      isServed,
      status: code,
      headers: { "content-type": "text/html" },
      body: page502,
    }),
    () => status(refusal),
    () => status(refusal),
    () => status(429, { retryAfter: random.pick(retryAfters) ?? "1" }),
    // Few of them: after each the operator has to sign in again.
    () => (random.chance(0.2) ? status(401) : status(refusal)),
    () => ({ kind: "cut", when: random.pick(["before", "after", "middle"] as const) ?? "after" }),
    () => ({ kind: "cut", when: random.pick(["before", "after", "middle"] as const) ?? "after" }),
    () => ({ ...html, isServed }) as Fault,
    () => empty,
    () => ({ kind: "truncate" }),
    () => ({ kind: "rewrite", change: () => random.pick([null, [], {}, "?", { id: {} }]) }),
    () => redirect(random.pick(["/", "https://elsewhere.example.com/login"]) ?? "/"),
    () => ({ kind: "delay", milliseconds: random.between(50, 600) }),
    () => ({ kind: "drip", pieces: 4, milliseconds: random.between(10, 80) }),
  ])?.();
}

type Heard = {
  readonly toasts: readonly { kind: string; text: string }[];
  readonly inline: readonly string[];
  readonly isSessionOver: boolean;
};

/** Waits until the screen shows how the write ended, and reads its messages as an operator does. */
const hear = (page: Page) =>
  page.evaluate(async (): Promise<Heard> => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const places = ["form", "[role=dialog]", "[role=alertdialog]"];
    const inPlaces = (selector: string) =>
      all(places.map((place) => `${place} ${selector}`).join());
    for (const started = Date.now(); Date.now() - started < 30_000; ) {
      // After three frames the messages of an earlier press are gone.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const toasts = all("[role=region][aria-label^=Notifications] li [data-kind]").map(
        (toast) => ({ kind: toast.dataset.kind ?? "", text: toast.textContent }),
      );
      const inline = inPlaces("[role=alert]").map((alert) => alert.textContent);
      const isSessionOver = all("[role=dialog] h2").some(({ textContent }) =>
        textContent.includes("Session expired"),
      );
      const isUnderWay =
        inPlaces("button[aria-busy=true]").length > 0 || toasts.some(({ kind }) => kind === "busy");
      if (!isUnderWay && (toasts.length + inline.length > 0 || isSessionOver)) {
        return { toasts, inline, isSessionOver };
      }
    }
    throw new Error("Nothing was said.");
  });

type Verdict = "done" | "failed" | "unsent" | "unknown";

/**
 * Classifies the console's messages as an operator understands them; several verdicts if they
 * differ.
 */
function verdictsOf({ toasts, inline, isSessionOver }: Heard): ReadonlySet<Verdict> {
  const verdictOf = (text: string): Verdict => {
    if (/Nothing was sent\./.test(text)) return "unsent";
    return /it may still have gone through/i.test(text) ? "unknown" : "failed";
  };
  const said = [
    ...toasts.map(({ kind, text }) => (kind === "success" ? "done" : verdictOf(text))),
    ...inline.map(verdictOf),
  ];
  // 'Nothing is sent until you sign in again' counts if there is no other message.
  return new Set<Verdict>(said.length === 0 && isSessionOver ? ["failed"] : said);
}

/** Closes the toasts, so that the next message is about the next press. */
const closeToasts = (page: Page) =>
  page.waitForFunction(() => {
    const list = "[role=region][aria-label^=Notifications] li";
    for (const button of document.querySelectorAll<HTMLElement>(`${list} [aria-label=Close]`)) {
      button.click();
    }
    return document.querySelectorAll(list).length === 0;
  });

/** The time from a press until the console showed how it ended. */
type Window = { readonly isOf: Write["isOf"]; readonly from: number; readonly until: number };

const tally = () => ({
  presses: 0,
  said: new Map<Verdict, number>(),
  untrue: [] as string[],
  doubled: [] as string[],
  windows: [] as Window[],
});
type Tally = ReturnType<typeof tally>;

const toldOf = (trouble: Trouble) =>
  trouble === undefined
    ? "nothing"
    : typeof trouble === "string"
      ? trouble
      : JSON.stringify(trouble).slice(0, 120);

/** Presses once, and records the console's message and whether it was true. */
async function press({ page, context }: Operator, write: Write, trouble: Trouble, count: Tally) {
  await closeToasts(page);
  if (trouble === "offline") await context.setOffline(true);
  // The rule also applies to requests that the browser automatically resends.
  const end = trouble && trouble !== "offline" ? running.proxy.rule(write.isOf, trouble) : () => {};
  const seenBefore = running.proxy.log.length;
  const sent = () => running.proxy.log.slice(seenBefore).filter(write.isOf).length;
  const from = performance.now();
  const isPressed = await write.button.click({ timeout: 10_000 }).then(
    () => true,
    () => false,
  );
  if (!isPressed) {
    // An earlier try succeeded after all, and the list has been refetched since.
    end();
    if (trouble === "offline") await context.setOffline(false);
    const effects = await write.effects();
    if (effects === 0) count.untrue.push(`${write.what}: not done, and nothing to press any more`);
    return { verdict: "done" as const, effects };
  }
  if (trouble !== "offline") await expect.poll(sent, { interval: 5 }).toBeGreaterThan(0);
  const heard = await hear(page).catch((error: Error) => {
    throw new Error(`${write.what} under ${toldOf(trouble)}`, { cause: error });
  });
  end();
  count.windows.push({ isOf: write.isOf, from, until: performance.now() });
  count.presses++;
  const requests = sent();
  const effects = await write.effects();
  if (trouble === "offline") await context.setOffline(false);
  if (heard.isSessionOver) await signInElsewhere(page);

  const verdicts = [...verdictsOf(heard)];
  for (const verdict of verdicts) count.said.set(verdict, (count.said.get(verdict) ?? 0) + 1);
  const report = `${write.what} under ${toldOf(trouble)}: said ${JSON.stringify(heard)}, done ${effects} times by ${requests} requests`;
  const isTrue = {
    done: effects > 0,
    failed: effects === 0,
    unsent: requests === 0,
    unknown: true,
  };
  if (verdicts.length !== 1 || !verdicts.every((verdict) => isTrue[verdict])) {
    count.untrue.push(report);
  }
  if (effects > 1) count.doubled.push(report);
  return { verdict: verdicts[0], effects };
}

/** Stores a new session from another tab of the same browser, after the old one was refused. */
async function signInElsewhere(page: Page) {
  const token = await tokenFrom(running.address);
  const other = await page.context().newPage();
  await other.goto("/healthz");
  await other.evaluate((text) => localStorage.setItem("accessToken", text), token);
  await other.close();
  await page.getByRole("dialog", { name: "Session expired" }).waitFor({ state: "hidden" });
}

/**
 * Presses until the write is done, as an impatient operator would, the last time without a fault.
 * @returns true if it is done exactly once
 */
async function insist(operator: Operator, write: Write, random: Random, count: Tally) {
  for (let attempt = 0; attempt < 4; attempt++) {
    const trouble = attempt < 3 ? troubleFor(random) : undefined;
    const { verdict, effects } = await press(operator, write, trouble, count);
    if (verdict === "done") return effects === 1;
    // The list has been refetched, and the record is gone from it.
    if (effects > 0 && !(await isStillThere(write.button))) return effects === 1;
    if (attempt > 0 && random.chance(0.5)) break;
  }
  const { verdict, effects } = await press(operator, write, undefined, count);
  const isDone = verdict === "done" && effects === 1;
  if (!isDone) {
    count.untrue.push(`${write.what} without trouble: said ${verdict}, done ${effects} times`);
  }
  return isDone;
}

/** Returns false if the button disappears, as it may once the list is refetched after the write. */
const isStillThere = (button: Locator) =>
  button.waitFor({ state: "hidden", timeout: 1_500 }).then(
    () => false,
    () => true,
  );

async function open(scene: Scene) {
  const operator = await newOperator({ at: "/dashboard/config", underFaults: true });
  await openScene(operator.page, scene);
  return operator;
}

/**
 * Opens the screen and waits for the toast region, whose code loads last: messages are read there.
 */
async function openScene(page: Page, scene: Scene) {
  await page.goto(scene.at());
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("[role=region][aria-label^=Notifications]").waitFor({ state: "attached" });
}

async function work(scene: Scene, presses: number, lot: number) {
  const random = seededRandom(seed * 1_000 + lot);
  const operator = await open(scene);
  const { page } = operator;
  const count = tally();
  for (let turn = 0; count.presses < presses; turn++) {
    for await (const write of scene.writes(page, turn)) {
      if (await insist(operator, write, random, count)) continue;
      // The failure has been counted; the writes after it depend on this one.
      await openScene(page, scene);
      break;
    }
  }
  // Leave time for requests that are still queued somewhere.
  await page.waitForTimeout(2_000);
  return count;
}

/** Returns the writes that arrived when nobody had pressed. */
const strays = (windows: readonly Window[], since: number) =>
  running.proxy.log
    .slice(since)
    .filter(({ method, path }) => method !== "GET" && path.startsWith("/api/"))
    .filter(
      (request) =>
        !windows.some(
          ({ isOf, from, until }) => isOf(request) && request.at >= from && request.at <= until,
        ),
    )
    .map(({ method, path }) => `${method} ${path}`);

const scenes = [subscribers, templatesAndProducts, groupsAndCategories, decisions];

describe("The console's message about a write", () => {
  it("is true under every fault of the network and the server", async () => {
    const presses = times(8, 500);
    await fillQueue(presses);
    const since = running.proxy.log.length;
    const counts = await Promise.all(scenes.map((scene, lot) => work(scene, presses, lot)));

    const total = counts.reduce((sum, count) => sum + count.presses, 0);
    const said = (verdict: Verdict) =>
      counts.reduce((sum, count) => sum + (count.said.get(verdict) ?? 0), 0);
    expectNone({
      what: `Writes of which something untrue was said, of ${total} under faults (said: ${said("done")} done, ${said("failed")} refused, ${said("unsent")} not sent, ${said("unknown")} unknown)`,
      wrong: counts.flatMap(({ untrue }) => untrue),
    });
    expectNone({
      what: `Writes pressed until they were done that were done twice, of ${total} presses`,
      wrong: counts.flatMap(({ doubled }) => doubled),
    });
    expectNone({
      what: `Writes sent when nobody pressed, of ${total} under faults`,
      wrong: strays(
        counts.flatMap(({ windows }) => windows),
        since,
      ),
    });
    // In the short form it may happen that no press is offline.
    const expected = [
      "done",
      "failed",
      "unknown",
      ...(isFull ? (["unsent"] as const) : []),
    ] as const;
    for (const verdict of expected) expect(said(verdict), verdict).toBeGreaterThan(0);
  });

  it("says that nothing was sent, and nothing is sent later, if the server cannot be reached", async () => {
    const rounds = times(1, 8);
    await fillQueue(rounds);
    const pressed = await Promise.all(scenes.map(open));
    const since = running.proxy.log.length;
    const untrue: string[] = [];
    const sentLater: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const ready = await Promise.all(
        pressed.map(async (operator, at) => {
          const scene = scenes[at] as Scene;
          await openScene(operator.page, scene);
          const { value: write } = await scene.writes(operator.page, 10_000 + round).next();
          if (!write) throw new Error("There is nothing to do at this scene.");
          return { operator, write };
        }),
      );
      const pressAll = (expected: Verdict) =>
        Promise.all(
          ready.map(async ({ operator: { page }, write }) => {
            await closeToasts(page);
            await write.button.click();
            const verdicts = [...verdictsOf(await hear(page))];
            if (verdicts.join() !== expected) untrue.push(`${write.what}: said ${verdicts}`);
          }),
        );
      const offline = (isOffline: boolean) =>
        Promise.all(ready.map(({ operator: { context } }) => context.setOffline(isOffline)));

      await offline(true);
      await pressAll("unsent");
      await sleep(2_000);
      await offline(false);
      await sleep(2_000);
      await running.proxy.down();
      await pressAll("unknown");
      await sleep(times(3_000, 8_000));
      await running.proxy.up();
      // In the full run, longer than the console takes to find the server again.
      await sleep(times(5_000, 32_000));
      for (const { write } of ready) if ((await write.effects()) > 0) sentLater.push(write.what);
    }
    const presses = rounds * scenes.length * 2;
    expectNone({
      what: `Presses offline or while the server was down that were called anything but not sent or unknown, of ${presses}`,
      wrong: untrue,
    });
    expectNone({
      what: `Commands sent later than pressed, of ${presses} pressed offline or while the server was down`,
      wrong: [...sentLater, ...strays([], since)],
    });
  });
});
