import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { categoriesApi } from "@/features/categories/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import { call as ask } from "@/shared/api/call";
import { session } from "@/shared/session/session";
import { createGroup } from "../features/groups/support";
import { openSubscribers } from "../features/newsletter/support";
import { call } from "../support/call";
import { renderApp, startServer } from "../support/render-app";

const category = {
  name: "Dnevna šala",
  category_type: "evergreen" as const,
  image_posts_per_day: 1,
  video_posts_per_day: 0,
  text_posts_per_day: 0,
  daily_generation_active: true,
  category_prompt: null,
  shopify_sales_channel: "Online Store",
  shopify_product_tag: null,
};

/** Opens the Content Library of a group and records the reads of its generation status. */
async function openLibrary() {
  const server = await startServer();
  const group = await createGroup(server);
  const { id } = await call(server, categoriesApi.add, {
    params: { id: group.id },
    body: category,
  });
  const given = await renderApp("/dashboard/content", { server });
  const region = await screen.findByRole("region", { name: "Generation Status" });
  await within(region).findByText("Dnevna šala");

  const asked: { held: boolean; status: number }[] = [];
  given.wire.answer(/^GET \/api\/v1\/admin\/content-generation\/status/, async (request) => {
    const answer = await server.fetch(request);
    asked.push({ held: request.headers.has("if-none-match"), status: answer.status });
    return answer;
  });
  const rename = () =>
    call(server, categoriesApi.change, { params: { id }, body: { name: "Nova šala" } });
  return { ...given, asked, rename };
}

it("gets a 304 for an unchanged answer, and the whole answer after a change", async () => {
  const { user, asked, rename } = await openLibrary();
  const refresh = screen.getByRole("button", { name: "Refresh" });

  await user.click(refresh);
  await waitFor(() => expect(asked).toEqual([{ held: true, status: 304 }]));
  await waitFor(() => expect(refresh).not.toHaveAttribute("aria-busy", "true"));
  expect(screen.getByRole("row", { name: /^Dnevna šala/ })).toBeVisible();

  await rename();
  await user.click(refresh);
  expect(await screen.findByRole("row", { name: /^Nova šala/ })).toBeVisible();
  expect(asked.at(-1)).toEqual({ held: true, status: 200 });
});

it("sends no ETag of one session in another", async () => {
  const { asked, server } = await openLibrary();
  const second = await server.app.sessions.issue({ id: "second", name: "Second" });

  act(() => {
    session.signIn(second);
  });

  await waitFor(() => expect(asked).toEqual([{ held: false, status: 200 }]));
});

it.each([1, 6_000])(
  "gets a 304 for %i subscribers without changes, and the same list from it",
  async (count) => {
    const { wire, server, group } = await openSubscribers();
    await server.database.query(
      `insert into subscribers (group_id, email)
      select $1, 'citalac' || n || '@primer.example.com' from generate_series(1, $2::int) n`,
      [group, count],
    );
    const asked: { held: boolean; status: number }[] = [];
    wire.answer(/^GET \/api\/v1\/admin\/newsletter\/subscribers\//, async (request) => {
      const answer = await server.fetch(request);
      asked.push({ held: request.headers.has("if-none-match"), status: answer.status });
      return answer;
    });
    const read = () => ask(newsletterApi.subscribers, { params: { groupId: group } });
    const first = await read();
    expect(first.items).toHaveLength(count);
    expect(await read()).toBe(first);
    expect(asked.at(-1)).toEqual({ held: true, status: 304 });

    const params = { groupId: group };
    await call(server, newsletterApi.addSubscriber, { params, body: { email: "ana@x.example" } });
    expect((await read()).items).toHaveLength(count + 1);
    expect(asked.at(-1)).toEqual({ held: true, status: 200 });
  },
);
