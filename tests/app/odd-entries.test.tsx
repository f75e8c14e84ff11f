import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { categoryApi } from "@/entities/category/contract";
import { groupApi } from "@/entities/group/contract";
import { categoriesApi } from "@/features/categories/contract";
import { groupsApi } from "@/features/groups/contract";
import { reach } from "@/shared/api/reach";
import { evergreen } from "../features/categories/support";
import { openRotator, rotatingServer } from "../features/sale-rotator/support";
import { call } from "../support/call";
import { answering, jsonAnswer, renderApp, saying, startServer } from "../support/render-app";
import type { TestServer } from "../support/server";

/** Lists within a record, of which one entry is of another kind than the others. */

async function serverWithCategory() {
  const server = await startServer();
  const { id } = await call(server, groupsApi.create, {
    body: { name: "Zima", description: null },
  });
  await call(server, categoriesApi.add, { params: { id }, body: evergreen });
  return { server, group: id };
}

/** The server, whose only category has these fields. */
async function withCategory(server: TestServer, group: number, fields: object) {
  const [category] = await call(server, categoryApi.list, { params: { id: group } });
  const path = `/account-groups/${group}/categories`;
  return {
    id: category?.id,
    server: await answering([saying(path, [{ ...category, ...fields }])], server),
  };
}

/** The label of a box. */
const labelOf = (box: HTMLElement) => box.closest("label")?.textContent;

it("The platforms of a category are not all of them because one cannot be read", async () => {
  const given = await serverWithCategory();
  const { server, id } = await withCategory(given.server, given.group, {
    enabled_platforms: ["instagram", null],
  });
  await renderApp(`/dashboard/config?tab=evergreen&category=${id}`, { server });
  const form = within(await screen.findByRole("form", { name: "Enabled platforms" }));
  expect(form.getByRole("checkbox", { name: "All active platforms" })).not.toBeChecked();
  expect(form.getByRole("checkbox", { name: "Instagram" })).toBeChecked();
  expect(form.getByRole("checkbox", { name: "Bluesky" })).not.toBeChecked();
});

it.each([
  ["a text", "instagram, bluesky", ["Instagram", "Bluesky"]],
  ["PostgreSQL's text of an array", "{instagram,bluesky}", ["Instagram", "Bluesky"]],
  ["JSON in a text", '["instagram","bluesky"]', ["Instagram", "Bluesky"]],
  ["something else", { instagram: true }, []],
])("The platforms of a category are not all of them because they are %s", async (_, sent, read) => {
  const given = await serverWithCategory();
  const { server, id } = await withCategory(given.server, given.group, { enabled_platforms: sent });
  await renderApp(`/dashboard/config?tab=evergreen&category=${id}`, { server });
  const form = within(await screen.findByRole("form", { name: "Enabled platforms" }));
  expect(form.getByRole("checkbox", { name: "All active platforms" })).not.toBeChecked();
  expect(form.queryAllByRole("checkbox", { checked: true }).map(labelOf)).toEqual(read);
});

it("The subreddits of a category stay also if they are one text", async () => {
  const given = await serverWithCategory();
  const { server, id } = await withCategory(given.server, given.group, {
    reddit_settings: { subreddits: "serbia, streetwear", flairs: [] },
  });
  await renderApp(`/dashboard/config?tab=evergreen&category=${id}`, { server });
  const form = within(await screen.findByRole("form", { name: "Reddit settings" }));
  expect(form.getByRole("textbox", { name: "Subreddits" })).toHaveValue("serbia, streetwear");
});

it("The subreddits of a category stay, so that a save does not remove them", async () => {
  const given = await serverWithCategory();
  const { server, id } = await withCategory(given.server, given.group, {
    reddit_settings: { subreddits: ["serbia", null, "streetwear"], flairs: [] },
  });
  await renderApp(`/dashboard/config?tab=evergreen&category=${id}`, { server });
  const form = within(await screen.findByRole("form", { name: "Reddit settings" }));
  expect(form.getByRole("textbox", { name: "Subreddits" })).toHaveValue("serbia, streetwear");
});

it("The times of a week stay, although days without any are left out or null", async () => {
  const { server } = await serverWithCategory();
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
  const form = within(await screen.findByRole("form", { name: "Times" }));
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
