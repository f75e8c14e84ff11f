import { screen, within } from "@testing-library/react";

const finding = (role: string) => async (name?: string | RegExp) =>
  within(await screen.findByRole(role, name === undefined ? {} : { name }));

/** The queries of a question, once it is asked. */
export const findQuestion = finding("alertdialog");
/** The queries of a dialog, once it is open. */
export const findDialog = finding("dialog");
export const findForm = finding("form");
export const findRegion = finding("region");

type Lists = {
  readonly getAllByRole: (role: "listitem" | "menuitem" | "tab") => readonly HTMLElement[];
};

/** The texts of a list's items, a menu's actions or the tabs, in their order. */
export const textsIn = (place: Lists, role: Parameters<Lists["getAllByRole"]>[0] = "listitem") =>
  place.getAllByRole(role).map(({ textContent }) => textContent?.trim());
