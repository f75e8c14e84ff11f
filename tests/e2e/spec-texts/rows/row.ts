import type { Locator, Page } from "playwright-core";
import type { CallName, SpecBackend } from "../../../support/spec-backend/spec-backend";

type Text = {
  /** What the operator does, or looks at. */
  readonly what: string;
  readonly at: string;
  /** What is on the screen, to the letter. */
  readonly text: string;
  /** How section 8 writes it, where that differs: 'Failed to post now: {detail}'. */
  readonly quoted?: string | readonly string[];
};

/** One write of section 7, how an operator gets to it, and the text for its failure. */
export type Write = Text & {
  readonly call: CallName;
  /** Goes on from there. @returns what is pressed */
  readonly ready: (page: Page) => Locator | Promise<Locator>;
  /** The first line where the server gives a reason; the same text if nothing is said here. */
  readonly withDetail?: (detail: string) => string;
  /** Names the record in the result of several, in front of the text. */
  readonly after?: RegExp;
  /** What else is pressed before the failure can be read, if it comes up within so many milliseconds. */
  readonly look?: (page: Page, timeout: number) => Promise<unknown>;
  /** How many calls one press sends; one if nothing is said. */
  readonly calls?: number;
  /** It changes nothing at the server: no failure of it leaves a doubt. */
  readonly changesNothing?: true;
};

/** One read of section 7, and the text for its failure. */
export type Read = Text & {
  readonly call: CallName;
  /** What makes the console read, where opening the page does not. */
  readonly press?: (page: Page) => Promise<unknown>;
  /** What else is told where 'Try again' stands, if that is not where this text is. */
  readonly beside?: string;
  /** No reason stands below it. */
  readonly isBare?: true;
};

/** A text that is no failure of a call: a success, a refusal, a question, an empty state. */
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

/** The button of a question that is open. */
export const answer = (page: Page, name: string) => button(page.getByRole("alertdialog"), name);

export async function fill(place: Locator, fields: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(fields)) {
    await place.getByLabel(label, { exact: true }).fill(text);
  }
}

/** The server's words take the place of the text. */
export const detailAlone = (detail: string) => detail;
