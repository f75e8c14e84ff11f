import { waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { reach } from "@/shared/api/reach";
import { openStored } from "../features/categories/support";
import { serverWith } from "../features/groups/support";
import { openRotator, rotatingServer } from "../features/sale-rotator/support";
import { call } from "../support/call";
import { findIn } from "../support/find-in";
import { answering, jsonAnswer, renderApp, saying, startServer } from "../support/render-app";

/** Lists within a record, of which one entry is of another kind than the others. */

/** The label of a box. */
const labelOf = (box: HTMLElement) => box.closest("label")?.textContent;

it.each([
  ["one cannot be read", ["instagram", null], ["Instagram"]],
  ["they are a text", "instagram, bluesky", ["Instagram", "Bluesky"]],
  ["they are PostgreSQL's text of an array", "{instagram,bluesky}", ["Instagram", "Bluesky"]],
  ["they are JSON in a text", '["instagram","bluesky"]', ["Instagram", "Bluesky"]],
  ["they are something else", { instagram: true }, []],
])("The platforms of a category are not all of them because %s", async (_, sent, read) => {
  const { form: formOf } = await openStored({ enabled_platforms: sent });
  const form = await formOf("Enabled platforms");
  expect(form.getByRole("checkbox", { name: "All active platforms" })).not.toBeChecked();
  expect(form.queryAllByRole("checkbox", { checked: true }).map(labelOf)).toEqual(read);
});

it.each([
  ["they are one text", "serbia, streetwear"],
  ["one cannot be read, so that a save does not remove them", ["serbia", null, "streetwear"]],
])("The subreddits of a category stay, although %s", async (_, subreddits) => {
  const { form } = await openStored({ reddit_settings: { subreddits, flairs: [] } });
  const field = (await form("Reddit settings")).getByRole("textbox", { name: "Subreddits" });
  expect(field).toHaveValue("serbia, streetwear");
});

it("The times of a week stay, although days without any are left out or null", async () => {
  const { server } = await serverWith("Zima");
  const [group] = await call(server, groupApi.list, {});
  const path = "/api/v1/publishing/account-groups";
  const times = { monday: ["09:00", null, "17:30"], tuesday: null };
  await renderApp("/dashboard/config?tab=settings", {
    server: await answering(
      [
        {
          to: path,
          says: ({ pathname }) =>
            pathname === path
              ? jsonAnswer(200, [{ ...group, publishing_times: times }])
              : undefined,
        },
      ],
      server,
    ),
  });
  const form = await findIn("form", "Times");
  expect(form.getByRole("textbox", { name: "Monday" })).toHaveValue("09:00, 17:30");
  expect(form.getByRole("textbox", { name: "Tuesday" })).toHaveValue("");
});

it("A dry run shows all variants, also with prices as texts, and says which price is missing", async () => {
  const given = await rotatingServer();
  const server = await answering(
    [
      saying("/sale-rotator/trigger", {
        summary: {
          total_updates: 1,
          total_removals: 0,
          products_to_add_to_sale: [
            {
              product_id: 7,
              product_name: "Bluza",
              original_price: "1000.00",
              new_price: "800.00",
              tags_to_add: ["sale", null],
              variants: [
                { title: "S", before: "1000.00", after: "800.00" },
                { title: "XL", before: "2.5E+3", after: 2000 },
                { title: "XXL", before: 3000, after: null },
              ],
            },
          ],
          products_to_remove_from_sale: [],
        },
      }),
    ],
    given.server,
  );
  const { press, region } = await openRotator({ given: { ...given, server } });
  await press("Dry Run");
  const product = within(await region.findByRole("list", { name: "Products to add to sale" }));
  expect(product.getByText(/^3 variants,/)).toHaveTextContent(
    "3 variants, from 1,000–3,000 to 800–2,000 RSD",
  );
  expect(product.getByText("+ sale")).toBeVisible();
  expect(product.getByText("Price is missing")).toBeVisible();
});

it("A backend that is held stays so, although it does not say what one service is", async () => {
  const server = await startServer();
  const health = await (await server.fetch("/healthz")).json();
  await renderApp("/dashboard/content", {
    server: await answering(
      [saying("/healthz", { ...health, outside: { bluesky: "held", instagram: null } })],
      server,
    ),
  });
  await waitFor(() => expect(reach.of("bluesky")).toBe("held"));
  expect(reach.isHeld()).toBe(true);
});
