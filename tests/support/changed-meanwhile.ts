import { screen, within } from "@testing-library/react";

/** The question that a form asks where others have changed what it would overwrite. */
export async function findOverwriteQuestion() {
  const dialog = within(
    await screen.findByRole("dialog", { name: "The settings have changed on the server" }),
  );
  return {
    ...dialog,
    /** Each as "what|theirs|mine". */
    rows: () =>
      dialog
        .getAllByRole("row")
        .slice(1)
        .map((row) =>
          [...row.querySelectorAll("td")].map(({ textContent }) => textContent).join("|"),
        ),
  };
}
