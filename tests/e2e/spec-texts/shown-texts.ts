import type { Page } from "playwright-core";
import { expect } from "vitest";

/** How long a failure may take to reach the screen once it has happened, in milliseconds. */
export const patience = 8_000;

export type Sought = {
  readonly text: string;
  /** Matches the name of the record concerned, which may precede the text on its line. */
  readonly after?: RegExp | undefined;
};

/**
 * The lines at every place of the screen that shows a text: the text, and the line that follows.
 */
export type ShownText = readonly (readonly string[])[];

/**
 * Waits until a text is shown, with the line `below` under it if given. @returns its lines; after
 * the timeout, the lines as they are then, or every message on the page if the text is missing
 */
export async function shownOf(
  page: Page,
  sought: Sought,
  { below, timeout = patience }: { below?: string | undefined; timeout?: number } = {},
): Promise<ShownText> {
  const asked = { text: sought.text, after: sought.after?.source, below };
  const found = await page.waitForFunction(readPlaces, asked, { timeout, polling: 50 }).then(
    (handle) => handle.jsonValue(),
    () => page.evaluate(readPlaces, { ...asked, below: undefined }),
  );
  return found ?? [["Not shown:", ...(await alertsOn(page))]];
}

export const isShown = (shown: ShownText) => shown[0]?.[0] !== "Not shown:";

/** Waits until a text is shown nowhere. */
export const untilGone = (page: Page, { text, after }: Sought) =>
  expect
    .poll(() => page.evaluate(readPlaces, { text, after: after?.source, below: undefined }))
    .toBe(undefined);

/** Runs in the page. Ignores text that is only for screen readers. */
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
    // The labels of buttons beside the text are not part of the message.
    const labels = [...element.querySelectorAll("button")].map(({ textContent }) => textContent);
    // biome-ignore lint/performance/useDomNodeTextContent: the lines are those of the layout
    const { innerText } = element;
    return innerText
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "" && !labels.includes(line))
      .map((line) => (after ? line.replace(new RegExp(`^${after} *`), "") : line));
  }
  /** Reads the text and the line after it from the element or the two ancestors above it. */
  function shownAt(start: HTMLElement): string[] | undefined {
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
    const shown = shownAt(parentElement);
    if (shown) found.set(shown.join("\n"), shown);
  }
  const places = [...found.values()];
  const isThere = below === undefined || places.some(([, second]) => second === below);
  return places.length > 0 && isThere ? places : undefined;
}

/** Returns the lines of each error toast. */
export const errorToastsOn = (page: Page): Promise<ShownText> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[role=region] li [data-kind=error]")].map(
      // biome-ignore lint/performance/useDomNodeTextContent: the lines are those of the layout
      ({ innerText }) => innerText.split("\n").filter((line) => line.trim() !== ""),
    ),
  );

/** Returns every failure shown, and every line saying that a response or record is unreadable. */
export const troublesOn = (page: Page) =>
  page.evaluate(() => {
    // biome-ignore lint/performance/useDomNodeTextContent: the lines are those of the layout
    const { innerText } = document.body;
    const alerts = document.querySelectorAll("[role=alert], [data-kind=error]");
    return [
      ...[...alerts]
        .map(({ textContent }) => textContent)
        // The mail preview calls no backend, and a busy machine may be too slow for it.
        .filter((text) => !text.startsWith("The preview could not be loaded.")),
      ...innerText.split("\n").filter((line) => line.includes("could not be read")),
    ];
  });

/** Returns every failure message on the page, for the test's report. */
const alertsOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[role=alert], [data-kind=error], fieldset li")]
      .filter((element) => element.checkVisibility())
      // biome-ignore lint/performance/useDomNodeTextContent: the lines are those of the layout
      .map(({ innerText }) => innerText.replaceAll(/\n+/g, " / ")),
  );
