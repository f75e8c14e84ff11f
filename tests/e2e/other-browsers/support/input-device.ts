import { readFile } from "node:fs/promises";
import type * as Library from "@testing-library/dom";
import { expect } from "vitest";
import { patiently } from "../../support/uncovered";
import type { Driver } from "./driver";

/** An element by its role and its accessible name, and by a text that it contains. */
export type Place = {
  readonly role: string;
  /** The whole name; a pattern may match a part of it. */
  readonly name?: string | RegExp;
  readonly text?: string;
  readonly within?: Place;
};

/** Finds and uses what is on the page, as an operator does: by what it is and what it is called. */
export function inputOn(driver: Driver) {
  /** Counts the matching elements, and marks the first one for the driver. */
  async function mark(place: Place): Promise<number> {
    const count = await driver.run(markFirst, stepsTo(place));
    if (count !== null) return count;
    await driver.load(await readFile(library, "utf8"));
    return mark(place);
  }

  const find = (place: Place) =>
    expect.poll(() => mark(place), { ...patiently, message: wordsFor(place) }).toBeGreaterThan(0);

  return {
    find,
    gone: (place: Place) =>
      expect.poll(() => mark(place), { ...patiently, message: wordsFor(place) }).toBe(0),
    click: async (place: Place) => {
      await find(place);
      await driver.click(marked);
    },
    doubleClick: async (place: Place) => {
      await find(place);
      await driver.doubleClick(marked);
    },
    write: async (place: Place, text: string) => {
      await find(place);
      await driver.click(marked);
      await driver.type(text);
    },
    /** The text of the element that has the focus. */
    focused: () => driver.run(() => document.activeElement?.textContent),
    /** Waits until nothing on the page is loading. */
    settled: () =>
      expect
        .poll(() => driver.run(() => document.querySelectorAll('[aria-busy="true"]').length), {
          ...patiently,
        })
        .toBe(0),
  };
}

export type InputDevice = ReturnType<typeof inputOn>;

const library = "node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js";
const marked = "[data-marked]";

type Step = {
  readonly role: string;
  readonly name?: string;
  readonly pattern?: { readonly source: string; readonly flags: string };
  readonly text?: string;
};

/** The steps from the page to the place, outermost first, as JSON can hold them. */
function stepsTo({ within, name, ...place }: Place): readonly Step[] {
  const step: Step = {
    ...place,
    ...(typeof name === "string" && { name }),
    ...(name instanceof RegExp && { pattern: { source: name.source, flags: name.flags } }),
  };
  return [...(within ? stepsTo(within) : []), step];
}

const wordsFor = ({ role, name, text, within }: Place): string =>
  [role, name ?? "", text ?? "", within ? `in ${wordsFor(within)}` : ""].join(" ");

/** Runs in the page. @returns null if the page does not have the library yet */
function markFirst(steps: readonly Step[]): number | null {
  const { TestingLibraryDom } = window as { TestingLibraryDom?: typeof Library };
  if (!TestingLibraryDom) return null;
  let found: HTMLElement[] = [document.body];
  for (const { role, name, pattern, text } of steps) {
    const named = pattern ? new RegExp(pattern.source, pattern.flags) : name;
    found = found
      .flatMap((part) =>
        TestingLibraryDom.queryAllByRole(part, role, named === undefined ? {} : { name: named }),
      )
      .filter((part) => text === undefined || part.textContent.includes(text));
  }
  for (const old of document.querySelectorAll("[data-marked]")) old.removeAttribute("data-marked");
  found[0]?.setAttribute("data-marked", "");
  return found.length;
}
