import type { Page } from "playwright-core";
import { expect } from "vitest";

/** How long a failure may take to reach the screen once it has happened, in milliseconds. */
export const patience = 8_000;

export type Sought = {
  readonly text: string;
  /** What may stand in front of it on its line: the record that it is about. */
  readonly after?: RegExp | undefined;
};

/** What is told at every place of the screen that tells a text: the text first, and what follows it. */
export type Told = readonly (readonly string[])[];

/**
 * Waits until a text is told, and with this below it where that is said. Where it is never told so,
 * what is on the screen then is given back; where the text is not there, everything that is told.
 */
export async function toldOf(
  page: Page,
  sought: Sought,
  { below, timeout = patience }: { below?: string | undefined; timeout?: number } = {},
): Promise<Told> {
  const asked = { text: sought.text, after: sought.after?.source, below };
  const found = await page.waitForFunction(readPlaces, asked, { timeout, polling: 50 }).then(
    (handle) => handle.jsonValue(),
    () => page.evaluate(readPlaces, { ...asked, below: undefined }),
  );
  return found ?? [["Not told:", ...(await alertsOn(page))]];
}

export const isTold = (told: Told) => told[0]?.[0] !== "Not told:";

/** Waits until a text is told nowhere. */
export const untilGone = (page: Page, { text, after }: Sought) =>
  expect
    .poll(() => page.evaluate(readPlaces, { text, after: after?.source, below: undefined }))
    .toBe(undefined);

/** Runs in the page. What only a screen reader has there is no part of the screen. */
function readPlaces({
  text,
  after,
  below,
}: {
  text: string;
  after: string | undefined;
  below: string | undefined;
}) {
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && element.checkVisibility();
  };
  function linesOf(element: HTMLElement) {
    // What can be pressed beside it is no part of what is told.
    const labels = [...element.querySelectorAll("button")].map(({ textContent }) => textContent);
    // biome-ignore lint/performance/useDomNodeTextContent: the lines are those of the layout
    const { innerText } = element;
    return innerText
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "" && !labels.includes(line))
      .map((line) => (after ? line.replace(new RegExp(`^${after} *`), "") : line));
  }
  /** What belongs to the text stands beside it, not further away than this. */
  function toldAt(start: HTMLElement): string[] | undefined {
    let alone: string[] | undefined;
    let place: HTMLElement | null = start;
    for (let level = 0; place && level < 3; level++, place = place.parentElement) {
      const [first = "", second] = linesOf(place);
      if (first !== text && !first.startsWith(`${text} `) && !first.startsWith(`${text}. `)) break;
      alone = [text];
      const rest = first.slice(text.length).replace(/^\.? /, "");
      if (rest !== "") return [text, rest];
      if (second !== undefined) return [text, second];
    }
    return alone;
  }

  const found = new Map<string, string[]>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node;
    if (!node.textContent?.includes(text) || !parentElement || !isSeen(parentElement)) continue;
    const told = toldAt(parentElement);
    if (told) found.set(told.join("\n"), told);
  }
  const places = [...found.values()];
  const isThere = below === undefined || places.some(([, second]) => second === below);
  return places.length > 0 && isThere ? places : undefined;
}

/** What each toast of a failure tells, line by line. */
export const errorToastsOn = (page: Page): Promise<Told> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[role=region] li [data-kind=error]")].map(
      // biome-ignore lint/performance/useDomNodeTextContent: the lines are those of the layout
      ({ innerText }) => innerText.split("\n").filter((line) => line.trim() !== ""),
    ),
  );

/** Every failure that is told, and every answer or record that is said to be unreadable. */
export const troublesOn = (page: Page) =>
  page.evaluate(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: the lines are those of the layout
    const { innerText } = document.body;
    const alerts = document.querySelectorAll("[role=alert], [data-kind=error]");
    return [
      ...[...alerts]
        .map(({ textContent }) => textContent)
        // The mail preview asks no backend, and a busy machine may be too slow for it.
        .filter((text) => !text.startsWith("The preview could not be loaded.")),
      ...innerText.split("\n").filter((line) => line.includes("could not be read")),
    ];
  });

/** Everything that the page tells of failures, for the report. */
const alertsOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[role=alert], [data-kind=error], fieldset li")]
      .filter((element) => element.checkVisibility())
      // biome-ignore lint/performance/useDomNodeTextContent: the lines are those of the layout
      .map(({ innerText }) => innerText.replaceAll(/\n+/g, " / ")),
  );
