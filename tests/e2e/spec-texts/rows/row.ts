import type { Locator, Page } from "playwright-core";
import type { CallName, SpecBackend } from "../../../support/spec-backend/spec-backend";

type Text = {
  /** The operator's action, or the data on the screen; part of the test's name. */
  readonly what: string;
  readonly at: string;
  /** The text on the screen, to the letter. */
  readonly text: string;
  /** The wording of section 8, if it differs: 'Failed to post now: {detail}'. */
  readonly quoted?: string | readonly string[];
};

/** One write of section 7, how an operator gets to it, and the text for its failure. */
export type Write = Text & {
  readonly call: CallName;
  /** Prepares the page that is open at `at`. @returns the button to press */
  readonly ready: (page: Page) => Locator | Promise<Locator>;
  /** The first line if the server gives a reason; by default `text`. */
  readonly withDetail?: (detail: string) => string;
  /** Matches the record's name, in front of the text in the result of a batch. */
  readonly after?: RegExp;
  /** Opens the place of the failure, if its button appears within `timeout` milliseconds. */
  readonly look?: (page: Page, timeout: number) => Promise<unknown>;
  /** The number of calls that one press sends; by default one. */
  readonly calls?: number;
  /** The call changes nothing on the server, so no failure of it leaves a doubt. */
  readonly changesNothing?: true;
};

/** One read of section 7, and the text for its failure. */
export type Read = Text & {
  readonly call: CallName;
  /** Makes the console read, if opening the page does not. */
  readonly press?: (page: Page) => Promise<unknown>;
  /** The text beside 'Try again', if that button is not beside `text`. */
  readonly beside?: string;
  /** The text is shown without a reason below it. */
  readonly isBare?: true;
};

/** A text that is not about a failed call: a success, a refusal, a question, an empty state. */
export type Shown = Text & {
  readonly arrange?: (backend: SpecBackend) => unknown;
  readonly press?: (page: Page, backend: SpecBackend) => Promise<unknown>;
};

/** The texts of one screen. */
export type Rows = {
  readonly writes: readonly Write[];
  readonly reads: readonly Read[];
  readonly shown: readonly Shown[];
};

export const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name, exact: typeof name === "string" });

export const form = (page: Page, name: string) => page.getByRole("form", { name, exact: true });

/** The button that sends a command; it has another name after an unknown outcome. */
export const sending = (place: Page | Locator, name: string) =>
  button(place, name).or(button(place, "Try again anyway"));

/** The entry of the open menu; it has another name after an unknown outcome. */
export function menuItem(page: Page, name: string) {
  const entry = (named: string) => page.getByRole("menuitem", { name: named, exact: true });
  return entry(name).or(entry(`${name} anyway`));
}

/** The button that confirms the open question. */
export const answer = (page: Page, name: string) => sending(page.getByRole("alertdialog"), name);

export async function fill(place: Locator, fields: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(fields)) {
    await place.getByLabel(label, { exact: true }).fill(text);
  }
}

/** The server's reason replaces the text. */
export const detailAlone = (detail: string) => detail;
