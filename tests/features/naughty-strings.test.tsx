import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { PostText } from "@/entities/post";
import { groups, products } from "../../server/db/schema.ts";
import { seenStrings } from "../support/naughty-strings";
import { renderApp, startServer } from "../support/render-app";

const names = seenStrings.map((text) => text.trim()).filter((text) => text.length <= 200);
/** Does not ask of each of thousands of elements whether it is visible, which takes most of the time. */
const all = { hidden: true };
const textsOf = (elements: readonly HTMLElement[]) =>
  elements.map(({ textContent }) => textContent).toSorted();

describe("Each string of the Big List of Naughty Strings", () => {
  it("is shown as typed as the name of a group", async () => {
    const server = await startServer();
    // Names of groups differ in more than their capitals.
    const shown = [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
    await server.database.db.insert(groups).values(shown.map((name) => ({ name })));
    await renderApp("/dashboard/config", { server });
    const picker = within(await screen.findByRole("region", { name: "Active Group", ...all }));
    await picker.findAllByRole("listitem", all);
    const buttons = picker.getAllByRole("button", all).filter(({ title }) => title !== "");
    expect(buttons.map(({ title }) => title).toSorted()).toEqual(shown.toSorted());
    for (const { title, textContent } of buttons) expect(textContent).toContain(title);
  });

  it("is shown as typed as the name of a product", async () => {
    const server = await startServer();
    const more = { product_image_url: "https://cdn.example.com/sal.jpg", description: "Šal" };
    await server.database.db.insert(products).values(names.map((name) => ({ name, ...more })));
    await renderApp("/dashboard/config#products", { server });
    const catalog = within(
      await screen.findByRole("region", { name: "Product Catalog Manager", ...all }),
    );
    const title = `Existing Products (${names.length})`;
    const list = within(await catalog.findByRole("region", { name: title, ...all }));
    expect(textsOf(list.getAllByRole("heading", { level: 4, ...all }))).toEqual(names.toSorted());
  });

  it("is shown as typed in a post, with each hidden character as its code point", () => {
    for (const text of seenStrings) {
      const { container, unmount } = render(<PostText text={text} folds={false} />);
      for (const mark of screen.queryAllByTitle("Invisible character")) {
        expect(mark.textContent).toMatch(/^U\+[0-9A-F]{4,6}$/);
        mark.textContent = String.fromCodePoint(
          Number.parseInt(mark.textContent?.slice(2) ?? "", 16),
        );
      }
      expect(container.textContent).toBe(text);
      unmount();
    }
  });
});
