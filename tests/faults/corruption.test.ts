import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Operator, openBrowser } from "../e2e/support/browser";
import { type RunningConsole, startConsole } from "../e2e/support/console";
import {
  type Corruptions,
  corrupted,
  describeCorruption,
  drawCorruption,
  shrink,
} from "../support/corruption";
import type { Seen } from "../support/fault-proxy/fault";
import { seededRandom } from "../support/random";
import { expectNone, seed, times } from "./support/figures";
import { loadAgain, observer, type Sight, tryAgain } from "./support/load-again";
import { readOf, reads } from "./support/reads";
import { type Screen, screens } from "./support/screens";

/**
 * The number of loads per screen with all of its answers corrupted. It is also the minimum number
 * of corruptions per answer; to reach it, the screen is loaded again with fewer of them corrupted.
 */
const loads = times(6, 1_000);
/**
 * Answers that are still wanted are given up after this number of loads in a row that request none of
 * them.
 */
const givenUpAfter = 100;
/**
 * The number of parallel browser profiles: most of a load is waiting for delays that avoid flicker.
 */
const lanes = 6;
/** In one of this number of loads 'Try again', if it is offered, has to recover the screen. */
const recoverEvery = times(2, 10);
/** The number of loads after which a new document is opened. */
const documentEvery = 50;
const patience = 30_000;

const groups = "publishing/account-groups";
/** The chance of corruption for answers without which a screen requests less, or nothing else. */
const chances: Readonly<Record<string, number>> = {
  [groups]: 0.25,
  [`${groups}/{id}/categories`]: 0.5,
};

/**
 * Read only between a press and its command. They fail in the tests of screens: `content/post-now`,
 * `queue/editing` and `scheduler/post-actions`.
 */
const duringCommands = [
  "publishing/content-items/{id}/unsettled-posts",
  "publishing/content-queue/{id}",
  "publishing/scheduled-posts/{id}/next-slot",
];

/**
 * Regions that are on a screen only where the server announces what they show, and that come after the
 * rest of it.
 */
const offered = ["Activity"];

type FuzzedScreen = Screen & {
  /** The labels of the buttons that read more, in the order in which they are pressed. */
  readonly press?: readonly string[];
  readonly hasDialog?: true;
  /** Its dialog is there only where the server announces what it shows. */
  readonly isOffered?: true;
};

/** Names of screens, separated by semicolons: runs only these, to repeat one or to resume. */
const chosen = process.env.FAULTS_SCREENS?.split(";");

/** Tells the proxy which profile a request comes from. */
const laneHeader = "x-lane";

let running: RunningConsole;
let fuzzed: readonly FuzzedScreen[];

beforeAll(async () => {
  // Slow enough that nothing changes by itself during the test.
  running = await startConsole({ seed: true, speed: 1 });
  fuzzed = [...screens, ...(await screensOfRecords())];
  const names = fuzzed.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(chosen ?? []));
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

/** Returns screens with an open record, for the reads that only those make. */
async function screensOfRecords(): Promise<readonly FuzzedScreen[]> {
  type Record = { id: number };
  type Category = Record & { reddit_settings: { subreddits: string[] } | null };
  const of = async <T>(path: string) => running.read<T[]>(path);
  const [first] = await of<Record>(groups);
  const [post] = await of<{ scheduled_post_id: number }>(
    `publishing/performance/posts?group_id=${first?.id}`,
  );
  const [category] = await of<Record>(`${groups}/${first?.id}/categories`);
  const [item] = await of<Record>(`publishing/categories/${category?.id}/items`);
  const reddit = (
    await Promise.all(
      (
        await of<Record>(groups)
      ).map(async ({ id }) => ({
        group: id,
        category: (
          await of<Category>(`${groups}/${id}/categories`)
        ).find(({ reddit_settings }) => reddit_settings?.subreddits.length),
      })),
    )
  ).find((found) => found.category);
  const [scheduled] = await of<Record>("publishing/scheduled-posts");
  const config = "/dashboard/config?tab=evergreen";
  return [
    {
      name: "Publishing, a post",
      at: `/dashboard/publishing?post=${scheduled?.id}`,
      title: "Publishing",
      hasDialog: true,
      isOffered: true,
    },
    {
      name: "Publishing, what the planner would do",
      at: "/dashboard/publishing",
      title: "Publishing",
      press: ["Run daily planner"],
    },
    {
      name: "Configuration, what a group holds",
      at: "/dashboard/config?tab=settings",
      title: "Configuration",
      press: ["Delete group…"],
    },
    {
      name: "Configuration, what a category holds",
      at: `${config}&category=${category?.id}`,
      title: "Configuration",
      press: ["Delete category"],
    },
    {
      name: "Dashboard, a post",
      at: `/dashboard/dashboard?post=${post?.scheduled_post_id}`,
      title: "Dashboard",
      hasDialog: true,
    },
    {
      name: "Content Library, post now",
      at: `/dashboard/content?category=${category?.id}&post-now=${item?.id}`,
      title: "Content Library",
    },
    {
      name: "Configuration, a category and its items",
      at: `${config}&category=${category?.id}&items=true`,
      title: "Configuration",
    },
    {
      name: "Configuration, flairs",
      at: `${config}&group=${reddit?.group}&category=${reddit?.category?.id}`,
      title: "Configuration",
      press: ["Fetch flairs"],
    },
  ];
}

/** The valid answers to a screen's reads, by URL, in the order of the requests. */
type Answers = ReadonlyMap<string, unknown>;

type Problem = {
  readonly kind: "white" | "error" | "violation" | "word" | "address" | "unrecovered";
  readonly text: string;
};

describe("Corrupted answers", () => {
  it("cost a record or a panel, never the screen", async () => {
    const all = await Promise.all(Array.from({ length: lanes }, (_, number) => openLane(number)));
    const [first] = all;
    if (!first) throw new Error("There is no lane.");
    const found: (Problem & { where: string })[] = [];
    const tried = new Map<string, number>();
    let recoveries = 0;

    for (const screen of fuzzed.filter(({ name }) => chosen?.includes(name) ?? true)) {
      const { answers, sight: whole } = await first.record(screen);
      expect(judge(screen, whole, whole, new Map()), `${screen.name} as it is`).toEqual([]);
      const read = new Set([...answers.keys()].flatMap((address) => readOf(address) ?? []));
      const at = (path: string) => `${path} on ${screen.name}`;
      for (const path of read) tried.set(at(path), 0);
      let next = 0;
      let inVain = 0;
      const planNext = () => {
        const load = next++;
        if (load < loads)
          return { load, corruptions: chooseCorruptions(screen, load, answers, read) };
        // Leave the answers before these valid: otherwise these would not be requested.
        const wanted = [...read].filter((path) => (tried.get(at(path)) ?? 0) < loads);
        if (wanted.length === 0 || inVain >= givenUpAfter) return undefined;
        return { load, corruptions: chooseCorruptions(screen, load, answers, new Set(wanted), {}) };
      };
      await Promise.all(
        all.map(async (lane) => {
          lane.answerWith(answers);
          for (let planned = planNext(); planned; planned = planNext()) {
            const { load, corruptions } = planned;
            const { sight, problems, asked } = await lane.load(screen, whole, corruptions);
            const hit = [...corruptions.keys()].filter((path) => asked.has(path));
            inVain = hit.length > 0 ? 0 : inVain + 1;
            for (const path of hit) tried.set(at(path), (tried.get(at(path)) ?? 0) + 1);
            if (sight.retries > 0 && load % recoverEvery === 0) {
              recoveries++;
              problems.push(...(await lane.recover(screen, whole)));
            }
            for (const problem of problems) {
              const isNew = !found.some(
                ({ kind, where }) => kind === problem.kind && where.startsWith(screen.name),
              );
              const smallest = isNew
                ? await shrink(corruptions, async (fewer) => {
                    const again = await lane.load(screen, whole, fewer);
                    if (problem.kind === "unrecovered") {
                      again.problems.push(...(await lane.recover(screen, whole)));
                    }
                    return again.problems.some(({ kind }) => kind === problem.kind);
                  })
                : corruptions;
              const where = `${screen.name} (seed ${seed}, load ${load}): ${tell(smallest)}`;
              found.push({ ...problem, where });
            }
          }
        }),
      );
    }

    const counts = [...tried.values()];
    const sum = counts.reduce((total, count) => total + count, 0);
    const of = `${sum.toLocaleString("en-US")} corrupted answers, each on each screen ${Math.min(...counts)} to ${Math.max(...counts)} times`;
    const wrong = (...kinds: Problem["kind"][]) =>
      found
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ text, where }) => `${text} ← ${where}`);
    const isTried = (path: string) =>
      [...tried].some(([at, count]) => count > 0 && at.startsWith(`${path} on `));
    if (!chosen) {
      expectNone({
        what: `Answers of the contract that no screen was tried with, of ${reads.length - duringCommands.length}`,
        wrong: reads.filter((path) => !duringCommands.includes(path) && !isTried(path)),
      });
    }
    expectNone({
      what: `Answers of a screen that were corrupted fewer than ${loads.toLocaleString("en-US")} times, of ${tried.size}`,
      wrong: [...tried].filter(([, count]) => count < loads).map(String),
    });
    expectNone({ what: `White screens: panel or shell lost (${of})`, wrong: wrong("white") });
    expectNone({ what: `Uncaught errors (${of})`, wrong: wrong("error") });
    expectNone({
      what: `Violations of the security policy, and addresses that would run (${of})`,
      wrong: wrong("violation", "address"),
    });
    expectNone({ what: `Wrong words on screen (${of})`, wrong: wrong("word") });
    expectNone({
      what: `Panels that 'Try again' did not bring back (${recoveries} tried)`,
      wrong: wrong("unrecovered"),
    });
  });
});

/** Chooses a corruption for each of these answers of the screen. */
function chooseCorruptions(
  { name }: FuzzedScreen,
  load: number,
  answers: Answers,
  paths: ReadonlySet<string>,
  chanceOf = chances,
): Corruptions {
  const place = fuzzed.findIndex((screen) => screen.name === name);
  const random = seededRandom(seed * 1_000_003 + place * 10_007 + load);
  const firstOf = (path: string) => [...answers].find(([address]) => readOf(address) === path)?.[1];
  return new Map(
    [...paths].flatMap((path) => {
      const corruption = drawCorruption(random, firstOf(path));
      const isSpared = !random.chance(chanceOf[path] ?? 1);
      return isSpared ? [] : [[path, corruption] as const];
    }),
  );
}

const tell = (corruptions: Corruptions) =>
  [...corruptions].map(([path, steps]) => `${path}: ${describeCorruption(steps)}`).join("; ");

/** Opens a browser profile that gets answers of its own. */
async function openLane(number: number) {
  const { page, context, complaints }: Operator = await newOperator({ underFaults: true });
  const lane = String(number);
  await context.setExtraHTTPHeaders({ [laneHeader]: lane });
  await context.addInitScript({ content: observer(patience) });
  const isMine = ({ headers }: Seen) => headers[laneHeader] === lane;

  let answers: Answers = new Map();
  let corruptions: Corruptions = new Map();
  let asked = new Set<string>();
  let heard = 0;
  let loaded = 0;
  let hasDialogCode = false;

  /** The proxy answers at once, because the server's answer is known. */
  running.proxy.rule(isMine, (request) => {
    const path = request.method === "GET" ? readOf(request.path) : undefined;
    if (!path || answers.size === 0) return undefined;
    asked.add(path);
    const good = answers.has(request.path)
      ? answers.get(request.path)
      : [...answers].find(([address]) => readOf(address) === path)?.[1];
    if (good === undefined) return undefined;
    const { status, contentType, body } = corrupted(good, corruptions.get(path) ?? []);
    return {
      kind: "answer",
      isServed: false,
      status,
      headers: { "content-type": contentType },
      body,
    };
  });

  /**
   * Loads the code of dialogs, which a document fetches for its first one; slow on a busy machine.
   */
  const awaitDialog = async ({ at }: FuzzedScreen) => {
    const wrong = corruptions;
    corruptions = new Map();
    await loadAgain(page, { token: running.token, at });
    await page.getByRole("dialog").waitFor();
    corruptions = wrong;
    asked = new Set();
  };
  const view = async (screen: FuzzedScreen) => {
    if (loaded++ % documentEvery === 0) {
      await page.goto("/login");
      hasDialogCode = false;
    }
    if (screen.hasDialog && !hasDialogCode) await awaitDialog(screen);
    hasDialogCode ||= screen.hasDialog === true;
    return loadAgain(page, { token: running.token, at: screen.at, press: screen.press });
  };
  const news = () => {
    const said = complaints().slice(heard);
    heard += said.length;
    return said.map(
      (text): Problem => ({
        kind: /Content.?Security.?Policy|TrustedHTML|TrustedScript/i.test(text)
          ? "violation"
          : "error",
        text: text.replaceAll(/\s+/g, " ").slice(0, 300),
      }),
    );
  };

  return {
    /** Loads the screen from the real server. @returns its answers and how it looks */
    record: async (screen: FuzzedScreen) => {
      const recorded = new Map<string, unknown>();
      answers = new Map();
      // Loads the code of what is opened.
      if (screen.press) await view(screen);
      const end = running.proxy.rule(
        (request) => isMine(request) && readOf(request.path) !== undefined,
        {
          kind: "rewrite",
          change: (reply, request) => {
            recorded.set(request.path, reply);
            return reply;
          },
        },
      );
      const sight = await view(screen);
      // The filters of a screen are read after its lists.
      await new Promise((done) => setTimeout(done, 1_000));
      end();
      return { answers: recorded, sight };
    },

    answerWith: (known: Answers) => {
      answers = known;
    },

    load: async (screen: FuzzedScreen, whole: Sight, wrong: Corruptions) => {
      corruptions = wrong;
      asked = new Set();
      const sight = await view(screen);
      const problems = [...judge(screen, whole, sight, wrong), ...news()];
      return { sight, problems, asked };
    },

    /** Makes all answers valid again and presses 'Try again'. */
    recover: async (screen: FuzzedScreen, whole: Sight): Promise<Problem[]> => {
      const before = corruptions;
      corruptions = new Map();
      const sight = await tryAgain(page);
      const problems = [...judge(screen, whole, sight, before), ...news()];
      if (sight.retries > 0) problems.push({ kind: "unrecovered", text: "'Try again' stays" });
      return problems.map(({ text }) => ({ kind: "unrecovered", text }));
    },
  };
}

/**
 * Compares a load with the whole screen. A screen without its group says so, and has other parts; one
 * that cannot read what the server offers has only the parts of every server.
 */
function judge(
  { title, hasDialog, isOffered }: FuzzedScreen,
  whole: Sight,
  sight: Sight,
  wrong: Corruptions,
): Problem[] {
  const isSpare = wrong.has("/healthz");
  const white = [
    ...(sight.isSettled ? [] : ["it is still loading"]),
    ...sight.missing.map((part) => `no ${part}`),
    ...(sight.title === title ? [] : [`the title is '${sight.title}'`]),
    ...(wrong.has(groups)
      ? []
      : [
          ...whole.regions
            .filter((region) => !sight.regions.includes(region) && !offered.includes(region))
            .map((region) => `no '${region}'`),
          ...(hasDialog && !sight.hasDialog && !(isSpare && isOffered) ? ["no dialog"] : []),
        ]),
    ...sight.blank.map((region) => `nothing in '${region}'`),
  ];
  return [
    ...white.map((text) => ({ kind: "white", text }) as const),
    ...sight.programWords.map((text) => ({ kind: "word", text }) as const),
    ...sight.runningAddresses.map((text) => ({ kind: "address", text }) as const),
  ];
}
