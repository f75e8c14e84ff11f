import type { BrowserContext, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { cut, type Fault, refusal, silence, withoutBody } from "../../support/spec-backend/faults";
import type { CallName, SpecBackend } from "../../support/spec-backend/spec-backend";
import type { Read, Rows, Shown, Write } from "./rows/row";
import { openSpecConsole, type SpecConsole } from "./spec-console";
import { errorToastsOn, isTold, patience, type Told, toldOf, troublesOn, untilGone } from "./told";

/** The server's own words. */
const detail = "The shelf is full.";

const doubt = "It may have been done all the same.";
const broken = "The server answered with status 500.";
const unanswered = "No answer arrived.";

/** Longer than the console waits for the answer to a write or a read, in milliseconds. */
const tooLong = 61_000;
/** The calls of a batch start one after another, and reads are tried again: each has its own time. */
const rounds = 5;

/** Lets the time pass that the console waits, until the text is told. */
async function readAfterTime(page: Page, tell: (timeout: number) => Promise<Told>): Promise<Told> {
  for (let round = 1; round < rounds; round++) {
    await page.clock.fastForward(tooLong);
    const told = await tell(1_500);
    if (isTold(told)) return told;
  }
  await page.clock.fastForward(tooLong);
  return tell(patience);
}

/** Waits until so many of these calls have come since. */
const untilCame = (backend: SpecBackend, call: CallName, since: number, count = 1) =>
  expect.poll(() => backend.countOf(call, since), { interval: 10 }).toBeGreaterThanOrEqual(count);

type Stage = {
  readonly backend: SpecBackend;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly row: Write;
  readonly target: Locator;
};

/** One way in which a write fails. @returns what is told of it */
type Way = {
  readonly name: string;
  readonly fail: (stage: Stage, lines: readonly string[]) => Promise<Told>;
  /** What is to be told of it, line by line. */
  readonly lines: (row: Write) => readonly string[];
  /** How often the call comes; not counted if nothing is said. */
  readonly comes?: (row: Write) => number;
  /** Begins on a new page. */
  readonly isFirst?: true;
};

/** Presses once while such calls fail. */
const under =
  (fault: Fault): Way["fail"] =>
  async ({ backend, page, row, target }, lines) => {
    backend.fail(row.call, fault);
    await target.click();
    return tell(page, row, lines);
  };

/** What is told wherever the text is, and in every toast that tells of a failed write. */
async function tell(
  page: Page,
  { after, look }: Write,
  [text = "", below]: readonly string[],
  timeout = patience,
): Promise<Told> {
  await look?.(page, timeout);
  const told = await toldOf(page, { text, after }, { below, timeout });
  const others = (await errorToastsOn(page)).filter(([title]) => title !== text);
  return [...told, ...others.filter(([title = ""]) => !ofReads.test(title))];
}

/** Without a network what is read in the background fails as well. */
const ofReads = /^Failed to (load|fetch) /;

const offline: Way["fail"] = async ({ context, page, row, target }, lines) => {
  await context.setOffline(true);
  await target.click();
  const told = await tell(page, row, lines);
  await context.setOffline(false);
  return told;
};

/** Two presses are one write, and its connection is cut when both have reached the page. */
const pressedTwice: Way["fail"] = async ({ backend, page, row, target }, lines) => {
  const { call, calls } = row;
  const since = backend.received();
  const end = backend.fail(call, silence);
  await target.dblclick();
  await untilCame(backend, call, since, calls);
  // What a second press sends is on its way a frame later at most.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  const sent = backend.countOf(call, since);
  // The browser by itself sends again what was cut: that is cut too.
  backend.fail(call, cut);
  end();
  return [...(await tell(page, row, lines)), [`sent ${sent} times`]];
};

const timedOut: Way["fail"] = async ({ backend, context, page, row, target }, lines) => {
  const { text, after, call, calls } = row;
  await context.clock.install();
  const since = backend.received();
  backend.fail(call, silence);
  await target.click();
  await untilCame(backend, call, since, calls);
  // What was told of the press before.
  await untilGone(page, { text, after });
  return readAfterTime(page, (timeout) => tell(page, row, lines, timeout));
};

const doubted = (reason: string) => (row: Write) =>
  [row.text, row.changesNothing ? reason : `${reason} ${doubt}`] as const;

/**
 * The order matters. The double press needs a page without a failure: a failure that goes moves the
 * button away between the two clicks. The others share one page, as for an operator who tries again:
 * first the failures that leave no doubt, because doubt about one try stays for the next. No two in a
 * row have the same lines, so that the lines of the press before are never taken for the new ones.
 * The time-out comes last, because its clock stays in the browser.
 */
const ways: readonly Way[] = [
  {
    name: "a cut connection after a double press",
    fail: pressedTwice,
    lines: doubted(unanswered),
    comes: ({ calls = 1 }) => calls,
    isFirst: true,
  },
  {
    name: "no network",
    fail: offline,
    lines: ({ text }) => [text, "You are offline. Nothing was sent."],
    isFirst: true,
  },
  {
    name: "a 403 without a body",
    fail: under(withoutBody(403)),
    lines: ({ text }) => [text, "The server answered with status 403."],
  },
  {
    name: "a 409 with a reason",
    fail: under(refusal(409, detail)),
    lines: ({ text, withDetail }) => (withDetail ? [withDetail(detail)] : [text, detail]),
  },
  { name: "a cut connection", fail: under(cut), lines: doubted(unanswered) },
  { name: "a 500 without a body", fail: under(withoutBody(500)), lines: doubted(broken) },
  {
    name: "a 500 with a reason",
    fail: under(refusal(500, detail)),
    lines: ({ text, withDetail, changesNothing }) => {
      const known = withDetail ? [withDetail(detail)] : [text, detail];
      if (changesNothing) return known;
      return withDetail ? [...known, doubt] : [text, `${detail} ${doubt}`];
    },
  },
  { name: "no answer in time", fail: timedOut, lines: doubted(unanswered) },
];

/** One test a write: however it fails, the text of section 8 is the first line of what is told. */
function testWrite(console: SpecConsole, row: Write) {
  it(`'${row.text}' is told first when it fails to ${row.what}`, async () => {
    const backend = console.backend();
    const signedIn = await console.signedIn();
    const { context } = signedIn;
    let { page } = signedIn;
    const told: Record<string, Told> = {};
    const expected: Record<string, Told> = {};
    let target: Locator | undefined;
    for (const { name, fail, lines, comes, isFirst } of ways) {
      backend.reset();
      if (isFirst) {
        if (target) {
          await page.close();
          page = await context.newPage();
        }
        await page.goto(row.at, { waitUntil: "networkidle" });
        target = undefined;
      } else {
        await closeAll(page);
      }
      // Forms and questions stay open; a menu has to be opened again.
      if (!target || !(await target.isVisible())) {
        target = await row.ready(page);
        await target.waitFor();
      }
      const wanted = lines(row);
      expected[name] = [wanted, ...(comes ? [[`sent ${comes(row)} times`]] : [])];
      told[name] = await fail({ backend, context, page, row, target }, wanted);
    }
    expect(told).toEqual(expected);
  });
}

/** The same write with the answer that the specification describes, or says nothing of. */
function testAnswered(console: SpecConsole, row: Write) {
  it(`What the specification answers is enough to ${row.what}`, async () => {
    const backend = console.backend();
    const { page } = await console.signedIn();
    await page.goto(row.at);
    const target = await row.ready(page);
    const since = backend.received();
    await target.click();
    await untilCame(backend, row.call, since, row.calls);
    await untilIdle(page, patience);
    expect(await troublesOn(page)).toEqual([]);
  });
}

/**
 * Closes what was told of the press before. By script, because a dialog keeps the mouse from the
 * toasts behind it.
 */
const closeAll = (page: Page) =>
  page.waitForFunction(() => {
    const toasts = [...document.querySelectorAll("[role=region][aria-label^=Notifications] li")];
    const results = [...document.querySelectorAll("fieldset[aria-label=Result]")];
    const told = [...toasts, ...results];
    const buttons = told.flatMap((place) => [...place.querySelectorAll("button")]);
    const isClose = ({ textContent, ariaLabel }: Element) =>
      ariaLabel === "Close" || textContent === "Close";
    for (const button of buttons.filter(isClose)) button.click();
    return told.length === 0;
  });

/**
 * One test a read: its text is told first, and is no word of what may have been done. The button
 * beside it tries again, and at last brings what could not be read.
 */
function testRead(console: SpecConsole, row: Read) {
  const { at, call, press, text, what, isBare } = row;
  it(`'${text}' is told first when it fails to read ${what}`, async () => {
    const backend = console.backend();
    const { context, page } = await console.signedIn();
    const told: Record<string, Told> = {};
    const failWith = async (fault: Fault, act: () => Promise<unknown>) => {
      const since = backend.received();
      backend.fail(call, fault);
      await act();
      await untilCame(backend, call, since);
    };
    const read = async (timeout = patience) => {
      await untilIdle(page, timeout);
      return toldOf(page, { text }, { timeout });
    };

    if (press) await page.goto(at, { waitUntil: "networkidle" });
    await failWith(withoutBody(500), () => (press ? press(page) : page.goto(at)));
    told["a 500 without a body"] = await read();

    await failWith(cut, () => tryAgain(page, row));
    told["a cut connection"] = await read();

    await context.clock.install();
    await failWith(silence, () => tryAgain(page, row));
    told["no answer in time"] = await readAfterTime(page, read);

    const reasons = {
      "a 500 without a body": broken,
      "a cut connection": "The server cannot be reached.",
      "no answer in time": "The server did not answer in time.",
    };
    const linesOf = (reason: string) => [isBare ? [text] : [text, reason]];
    expect(told).toEqual(
      Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [name, linesOf(reason)])),
    );

    backend.reset();
    await tryAgain(page, row);
    await untilGone(page, { text });
  });
}

/** Waits until nothing is being loaded, or the time is over. */
const untilIdle = (page: Page, timeout: number) =>
  page
    .waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout })
    .catch(() => undefined);

/** Presses what stands beside the failure, at each place that tells of it. */
async function tryAgain(page: Page, { text, beside = text, press }: Read) {
  await closeAll(page);
  const again = page
    .getByRole("alert")
    .filter({ hasText: beside })
    .getByRole("button", { name: "Try again" });
  if ((await again.count()) === 0) return press?.(page);
  await again.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
}

function testShown(console: SpecConsole, row: Shown) {
  it(`'${row.text}' is shown for ${row.what}`, async () => {
    const backend = console.backend();
    const { page } = await console.signedIn();
    row.arrange?.(backend);
    await page.goto(row.at);
    await row.press?.(page, backend);
    await page.getByText(row.text, { exact: true }).first().waitFor();
  });
}

/** Every text of one screen. */
export function testTexts(screen: string, { writes, reads, shown }: Rows) {
  const console = openSpecConsole();
  describe(screen, () => {
    for (const row of writes) testWrite(console, row);
    for (const row of writes) testAnswered(console, row);
    for (const row of reads) testRead(console, row);
    for (const row of shown) testShown(console, row);
  });
}
