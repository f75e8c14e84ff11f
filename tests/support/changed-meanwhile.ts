import { screen, within } from "@testing-library/react";

/** Finds the question that a form asks before it overwrites the changes of others. */
export async function findOverwriteQuestion(name = "The settings have changed on the server") {
  const dialog = within(await screen.findByRole("dialog", { name }));
  return {
    ...dialog,
    /** Each row as "what|theirs|mine". */
    rows: () =>
      dialog
        .getAllByRole("row")
        .slice(1)
        .map((row) =>
          [...row.querySelectorAll("td")].map(({ textContent }) => textContent).join("|"),
        ),
  };
}
