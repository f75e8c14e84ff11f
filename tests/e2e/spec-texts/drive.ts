import type { BrowserContext, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { cut, type Fault, refusal, silence, withoutBody } from "../../support/spec-backend/faults";
import type { CallName, SpecBackend } from "../../support/spec-backend/spec-backend";
import type { Read, Rows, Shown, Write } from "./rows/row";
import {
  errorToastsOn,
  isShown,
  patience,
  type ShownText,
  shownOf,
  troublesOn,
  untilGone,
} from "./shown-texts";
import { openSpecConsole, type SpecConsole } from "./spec-console";

/** The reason that the backend gives for a failure. */
const detail = "The shelf is full.";

const doubt = "It may still have gone through.";
const broken = "The server responded with status 500.";
const unanswered = "The server did not respond.";

/** Longer than the console waits for the answer of a call that may take minutes, in milliseconds. */
const tooLong = 601_000;
/**
 * The calls of a batch start one after another, and reads are retried: each has its own time-out.
 */
const rounds = 5;

/** Advances the clock past the console's time-outs until the text is shown. */
async function readAfterTime(
  page: Page,
  readShown: (timeout: number) => Promise<ShownText>,
): Promise<ShownText> {
  for (let round = 1; round < rounds; round++) {
    await page.clock.fastForward(tooLong);
    const shown = await readShown(1_500);
    if (isShown(shown)) return shown;
  }
  await page.clock.fastForward(tooLong);
  return readShown(patience);
}

/** Waits until the backend has received `count` such calls after the first `since` ones. */
const untilCame = (backend: SpecBackend, call: CallName, since: number, count = 1) =>
  expect.poll(() => backend.countOf(call, since), { interval: 10 }).toBeGreaterThanOrEqual(count);

type Stage = {
  readonly backend: SpecBackend;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly row: Write;
  readonly target: Locator;
};

/** One way in which a write fails; `fail` returns the lines that are shown. */
type Way = {
  readonly name: string;
  readonly fail: (stage: Stage, lines: readonly string[]) => Promise<ShownText>;
  /** The expected lines. */
  readonly lines: (row: Write) => readonly string[];
  /** The number of calls that the backend receives; not checked if absent. */
  readonly comes?: (row: Write) => number;
  /** Starts on a new page. */
  readonly isFirst?: true;
};

/** Presses once while such calls fail. */
const under =
  (fault: Fault): Way["fail"] =>
  async ({ backend, page, row, target }, lines) => {
    backend.fail(row.call, fault);
    await target.click();
    return readShown(page, row, lines);
  };

/**
 * Reads the lines at every place that shows the text, and in every other toast of a failed write.
 */
async function readShown(
  page: Page,
  { after, look }: Write,
  [text = "", below]: readonly string[],
  timeout = patience,
): Promise<ShownText> {
  await look?.(page, timeout);
  const shown = await shownOf(page, { text, after }, { below, timeout });
  const others = (await errorToastsOn(page)).filter(([title]) => title !== text);
  return [...shown, ...others.filter(([title = ""]) => !ofReads.test(title))];
}

/** Matches toasts of failed reads: without a network the background reads fail as well. */
const ofReads = /^Failed to (load|fetch) /;

const offline: Way["fail"] = async ({ context, page, row, target }, lines) => {
  await context.setOffline(true);
  await target.click();
  const shown = await readShown(page, row, lines);
  await context.setOffline(false);
  return shown;
};

/** A double press is one write. Its connection is cut once both presses have reached the page. */
const pressedTwice: Way["fail"] = async ({ backend, page, row, target }, lines) => {
  const { call, calls } = row;
  const since = backend.received();
  const end = backend.fail(call, silence);
  await target.dblclick();
  await untilCame(backend, call, since, calls);
  // A request of the second press would be sent a frame later at most.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  const sent = backend.countOf(call, since);
  // The browser automatically resends a cut request: cut that one too.
  backend.fail(call, cut);
  end();
  return [...(await readShown(page, row, lines)), [`sent ${sent} times`]];
};

const timedOut: Way["fail"] = async ({ backend, context, page, row, target }, lines) => {
  const { text, after, call, calls } = row;
  await context.clock.install();
  const since = backend.received();
  backend.fail(call, silence);
  await target.click();
  await untilCame(backend, call, since, calls);
  // Wait until the lines of the previous press are gone.
  await untilGone(page, { text, after });
  return readAfterTime(page, (timeout) => readShown(page, row, lines, timeout));
};

const doubted = (reason: string) => (row: Write) =>
  [row.text, row.changesNothing ? reason : `${reason} ${doubt}`] as const;

/**
 * The order matters. The double press needs a page without a failure: a failure that disappears
 * moves the button between the two clicks. The others share one page, as for an operator who tries
 * again: first the failures that leave no doubt, because doubt about one try stays for the next. No
 * two in a row have the same lines, so that the previous lines are never taken for the new ones.
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
    lines: ({ text }) => [text, "The server responded with status 403."],
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

/** One test per write: however it fails, the text of section 8 is the first line shown. */
function testWrite(running: SpecConsole, row: Write) {
  it(`'${row.text}' is shown first when the console fails to ${row.what}`, async () => {
    const backend = running.backend();
    const signedIn = await running.signedIn();
    const { context } = signedIn;
    let { page } = signedIn;
    const shown: Record<string, ShownText> = {};
    const expected: Record<string, ShownText> = {};
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
      shown[name] = await fail({ backend, context, page, row, target }, wanted);
    }
    expect(shown).toEqual(expected);
  });
}

/**
 * The same write, answered as the specification describes, or with `{}` where it describes nothing.
 */
function testAnswered(running: SpecConsole, row: Write) {
  it(`The specified answer is enough to ${row.what}`, async () => {
    const backend = running.backend();
    const { page } = await running.signedIn();
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
 * Closes the messages of the previous press. By script, because a dialog keeps the mouse from the
 * toasts behind it.
 */
const closeAll = (page: Page) =>
  page.waitForFunction(() => {
    const toasts = [...document.querySelectorAll("[role=region][aria-label^=Notifications] li")];
    const results = [...document.querySelectorAll("fieldset[aria-label=Result]")];
    const shown = [...toasts, ...results];
    const buttons = shown.flatMap((place) => [...place.querySelectorAll("button")]);
    const isClose = ({ textContent, ariaLabel }: Element) =>
      ariaLabel === "Close" || textContent === "Close";
    for (const button of buttons.filter(isClose)) button.click();
    return shown.length === 0;
  });

/**
 * One test per read: its text is shown first, without the doubt that a failed write may leave. The
 * button beside it retries, and in the end the read succeeds.
 */
function testRead(running: SpecConsole, row: Read) {
  const { at, call, press, text, what, isBare } = row;
  it(`'${text}' is shown first when the console fails to read ${what}`, async () => {
    const backend = running.backend();
    const { context, page } = await running.signedIn();
    const shown: Record<string, ShownText> = {};
    const failWith = async (fault: Fault, act: () => Promise<unknown>) => {
      const since = backend.received();
      backend.fail(call, fault);
      await act();
      await untilCame(backend, call, since);
    };
    const read = async (timeout = patience) => {
      await untilIdle(page, timeout);
      return shownOf(page, { text }, { timeout });
    };

    if (press) await page.goto(at, { waitUntil: "networkidle" });
    await failWith(withoutBody(500), () => (press ? press(page) : page.goto(at)));
    shown["a 500 without a body"] = await read();

    await failWith(cut, () => tryAgain(page, row));
    shown["a cut connection"] = await read();

    await context.clock.install();
    await failWith(silence, () => tryAgain(page, row));
    shown["no answer in time"] = await readAfterTime(page, read);

    const reasons = {
      "a 500 without a body": broken,
      "a cut connection": "The server cannot be reached.",
      "no answer in time": "The server took too long to respond.",
    };
    const linesOf = (reason: string) => [isBare ? [text] : [text, reason]];
    expect(shown).toEqual(
      Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [name, linesOf(reason)])),
    );

    backend.reset();
    await tryAgain(page, row);
    await untilGone(page, { text });
  });
}

/** Waits until nothing is loading, or until the timeout. */
const untilIdle = (page: Page, timeout: number) =>
  page
    .waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout })
    .catch(() => undefined);

/** Presses 'Try again' at each place that shows the failure; if there is none, repeats `press`. */
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

function testShown(running: SpecConsole, row: Shown) {
  it(`'${row.text}' is shown for ${row.what}`, async () => {
    const backend = running.backend();
    const { page } = await running.signedIn();
    row.arrange?.(backend);
    await page.goto(row.at);
    await row.press?.(page, backend);
    await page.getByText(row.text, { exact: true }).first().waitFor();
  });
}

/** Defines a test for every text of one screen. */
export function testTexts(screen: string, { writes, reads, shown }: Rows) {
  const running = openSpecConsole();
  describe(screen, () => {
    for (const row of writes) testWrite(running, row);
    for (const row of writes) testAnswered(running, row);
    for (const row of reads) testRead(running, row);
    for (const row of shown) testShown(running, row);
  });
}
