import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { accountsApi } from "@/features/accounts/contract";
import { categoriesApi } from "@/features/categories/contract";
import { runwayOf } from "@/features/generation/views/runway-meter";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import { categories, textUsage } from "../../../server/db/schema.ts";
import { utcDay } from "../../../server/kernel/times.ts";
import { call } from "../../support/call";
import { holdTime, pass, press, until } from "../../support/held-time";
import { fc } from "../../support/random-seed";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  startServer,
} from "../../support/render-app";

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

const posting = (line: string) => line.startsWith("POST");

const readingCategories = (line: string) => /^GET .*\/categories$/.test(line);

/** Opens the Content Library of a group with one category; `unreadable` makes its list fail. */
async function openLibrary({
  unreadable,
  server: given,
}: {
  unreadable?: string;
  server?: Awaited<ReturnType<typeof startServer>>;
} = {}) {
  const server = given ?? (await startServer());
  const group = await call(server, groupsApi.create, {
    body: {
      name: "Zima",
      description: null,
    },
  });
  await call(server, categoriesApi.add, { params: { id: group.id }, body: category });
  const says = () => (unreadable ? jsonAnswer(400, { detail: unreadable }) : undefined);
  const app = await renderApp("/dashboard/content", {
    server: await answering([{ to: "/categories", says }], server),
  });
  const status = within(await screen.findByRole("region", { name: "Generation Status" }));
  await status.findByText("Dnevna šala");
  return { ...app, status };
}

describe("generation status", () => {
  it("shows nothing of texts in the sandbox, where they cost nothing", async () => {
    const { status } = await openLibrary();
    expect(status.getByText("Missing for quota")).toBeVisible();
    expect(status.queryByText("AI texts today")).toBeNull();
  });

  it("shows the texts of a real model today, their tokens and cost", async () => {
    const server = await startServer();
    Object.assign(server.ports, {
      textModel: {
        ...server.ports.textModel,
        budget: { perDay: 500, prices: { in: 2.5, out: 10 } },
      },
    });
    await server.database.db.insert(textUsage).values({
      day: utcDay(server.clock.now()).from,
      texts: 12,
      tokens_in: 34_000,
      tokens_out: 2500,
    });
    const { status } = await openLibrary({ server });
    const term = status.getByText("AI texts today");
    expect(term.nextElementSibling).toHaveTextContent("12 of 500, 36,500 tokens, $0.11");
  });

  it("shows texts and cost that another server writes as decimals in texts", async () => {
    const server = await startServer();
    await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
    await renderApp("/dashboard/content", {
      server: await answering(
        [
          saying("content-generation/status", {
            group_name: "Zima",
            categories: [],
            texts_today: { written: 12, per_day: 500, tokens: "36500", cost: "0.1100" },
          }),
        ],
        server,
      ),
    });
    const status = within(await screen.findByRole("region", { name: "Generation Status" }));
    const term = await status.findByText("AI texts today");
    expect(term.nextElementSibling).toHaveTextContent("12 of 500, 36,500 tokens, $0.11");
  });

  it("shows what each category has and lacks", async () => {
    const { status } = await openLibrary();

    const row = status.getByRole("row", { name: /^Dnevna šala 0 0 1 0 1/ });
    expect(within(row).getByRole("rowheader", { name: "Dnevna šala" })).toBeVisible();
  });

  it("generates a post, which then waits for approval", async () => {
    const { user, status, server } = await openLibrary();

    await user.click(status.getByRole("button", { name: "Generate image post" }));
    expect(await findToast(/1 image post/)).toBeVisible();
    await server.runJobs();

    const queue = await call(server, queueApi.list, { query: { status: "pending_approval" } });
    expect(queue).toEqual([expect.objectContaining({ category_name: "Dnevna šala" })]);
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() =>
      expect(status.getByRole("row", { name: /^Dnevna šala 1 1 1 0 1/ })).toBeVisible(),
    );
  });

  it("sends nothing for a media type without a quota", async () => {
    const { user, status, wire } = await openLibrary();

    await user.click(status.getByRole("button", { name: "Generate text post" }));

    expect(await findToast("This category has no text posts quota set.")).toBeVisible();
    expect(await status.findByText("This category has no text posts quota set.")).toBeVisible();
    expect(wire.sent.filter((line) => line.startsWith("POST"))).toEqual([]);
  });

  it("is shown if the categories cannot be read, and then leaves the quota check to the server", async () => {
    const { user, status, wire } = await openLibrary({ unreadable: "No categories." });
    expect(status.getByRole("row", { name: /^Dnevna šala 0 0 1 0 1/ })).toBeVisible();
    expect(status.queryByText("No categories.")).not.toBeInTheDocument();

    wire.answer(posting, () => jsonAnswer(409, { detail: "No text posts here." }));
    await user.click(status.getByRole("button", { name: "Generate text post" }));
    expect(await findToast("No text posts here.")).toBeVisible();
    expect(wire.sent.filter(posting)).toEqual([
      expect.stringMatching(/trigger\/\d+\?num_posts=1&type=text$/),
    ]);
  });

  it("sends nothing before the quota is known", async () => {
    const server = await startServer();
    const group = await call(server, groupsApi.create, {
      body: {
        name: "Zima",
        description: null,
      },
    });
    await call(server, categoriesApi.add, { params: { id: group.id }, body: category });
    const { wire, user } = await renderApp("/dashboard/publishing", { server });
    let arrive = () => {};
    wire.answer(
      readingCategories,
      (request) =>
        new Promise<Response>((resolve) => {
          arrive = () => resolve(server.fetch(request));
        }),
    );
    await user.click(await screen.findByRole("link", { name: "Content Library" }));
    const status = within(await screen.findByRole("region", { name: "Generation Status" }));
    await user.click(await status.findByRole("button", { name: "Generate text post" }));
    expect(status.getByRole("button", { name: "Generate text post" })).toHaveAttribute("aria-busy");
    arrive();
    expect(await findToast("This category has no text posts quota set.")).toBeVisible();
    expect(wire.sent.filter(posting)).toEqual([]);
  });

  it("fills what a category lacks today, and reports when nothing is missing", async () => {
    const { status, server } = await openLibrary();
    const row = within(status.getByRole("row", { name: /^Dnevna šala/ }));
    holdTime();

    await press(row.getByRole("button", { name: "Fill quota" }));
    await until(() => screen.getByText("Generation of 1 image post for Dnevna šala is queued."));
    await server.runJobs();
    // An earlier press would count as the second half of a double click.
    await pass(500);

    await press(row.getByRole("button", { name: "Fill quota" }));
    await until(() => screen.getByText(/^Nothing is missing in Dnevna šala today/));
    expect(
      await call(server, queueApi.list, { query: { status: "pending_approval" } }),
    ).toHaveLength(1);
  });

  it("fills all quotas of the group", async () => {
    const { user, status, server } = await openLibrary();
    await user.click(status.getByRole("button", { name: "Fill all quotas" }));
    expect(await findToast("Generation of 1 image post in 1 category is queued.")).toBeVisible();
    await server.runJobs();
    expect(
      await call(server, queueApi.list, { query: { status: "pending_approval" } }),
    ).toHaveLength(1);
  });

  it("generates a day's quota of one media type for the whole group", async () => {
    const { user, status, wire } = await openLibrary();
    await user.click(status.getByRole("button", { name: "Generate image quota" }));
    expect(await findToast(/1 image post/)).toBeVisible();
    expect(wire.sent.filter(posting)).toEqual([
      expect.stringMatching(/trigger-group-quota\/\d+\?generation_type=image$/),
    ]);
  });

  it("generates videos in a group that focuses on them, and says so", async () => {
    const { user, server, status, wire } = await openLibrary();
    const [group] = await call(server, groupApi.list, {});
    const params = { id: group?.id ?? 0 };
    await call(server, groupsApi.change, { params, body: { focus_media_type: "video" } });
    await call(server, categoriesApi.add, {
      params,
      body: { ...category, name: "Klipovi", video_posts_per_day: 2 },
    });
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await user.click(await status.findByRole("button", { name: "Generate image quota" }));
    expect(
      await findToast("Generation of 1 image post and 2 video posts in 2 categories is queued."),
    ).toBeVisible();
    expect(wire.sent.filter(posting)).toEqual([
      expect.stringMatching(/trigger-group-quota\/\d+\?generation_type=image$/),
    ]);
  });

  it("shows that a quota of 0 is not filled", async () => {
    const { user, server, status } = await openLibrary();
    await server.database.db.update(categories).set({ image_posts_per_day: 0 });
    await user.click(status.getByRole("button", { name: "Fill quota" }));
    expect(await findToast("Failed to queue task.")).toBeVisible();
    expect(await findToast("This category has no image posts quota set.")).toBeVisible();
    expect(
      await status.findByText("This category has no image posts quota set.", { exact: false }),
    ).toBeVisible();
  });

  it("shows the server's answer that no category has such a quota", async () => {
    const { user, status } = await openLibrary();
    await user.click(status.getByRole("button", { name: "Generate text quota" }));
    expect(
      await findToast("No active category of this group has text posts in its daily quota."),
    ).toBeVisible();
  });

  const paused = "The generator is paused.";
  it.each([
    ["Generate image post", paused, paused],
    ["Generate image quota", paused, paused],
    ["Generate image post", "Failed to trigger generation.", undefined],
    ["Generate image quota", "Failed to trigger generation for all categories.", undefined],
    ["Fill quota", "Failed to queue task.", paused],
    ["Fill all quotas", "Failed to queue all tasks.", paused],
  ])("shows that '%s' is refused until the next press: %s", async (button, text, detail) => {
    const { user, status, wire } = await openLibrary();
    wire.answer(posting, () => jsonAnswer(409, { detail }), { once: true });

    await user.click(status.getByRole("button", { name: button }));

    expect(await findToast(text)).toBeVisible();
    if (detail) expect(await findToast(detail)).toBeVisible();
    expect(await status.findByText(text)).toBeVisible();
    await waitFor(() =>
      expect(status.getByRole("button", { name: button })).not.toHaveAttribute("aria-busy"),
    );

    await user.click(status.getByRole("button", { name: button }));
    await waitFor(() => expect(status.queryByText(text)).not.toBeInTheDocument());
  });

  it("shows the same failure of two buttons once", async () => {
    const { user, status, wire } = await openLibrary();
    wire.answer(posting, () => jsonAnswer(409, {}));
    const errors = vi.spyOn(console, "error");
    for (const name of ["Generate image quota", "Generate text quota"]) {
      await user.click(status.getByRole("button", { name }));
      await waitFor(() =>
        expect(status.getByRole("button", { name })).not.toHaveAttribute("aria-busy"),
      );
    }
    expect(
      await status.findAllByText("Failed to trigger generation for all categories."),
    ).toHaveLength(1);
    expect(errors).not.toHaveBeenCalled();
  });

  it("shows when it was updated", async () => {
    const { status } = await openLibrary();
    expect(status.getByText(/^Updated \d\d:\d\d:\d\d$/)).toBeVisible();
  });

  it("shows why it cannot be loaded, and tries again on request", async () => {
    const server = await startServer();
    await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
    const { wire, user } = await renderApp("/dashboard/publishing", { server });
    wire.answer(
      (line) => line.includes("/status?"),
      () => jsonAnswer(400, { detail: "Away." }),
      { once: true },
    );
    await user.click(await screen.findByRole("link", { name: "Content Library" }));
    const status = within(await screen.findByRole("region", { name: "Generation Status" }));
    expect(await status.findByText("Failed to fetch generation status.")).toBeVisible();
    expect(status.getByText("Away.")).toBeVisible();
    await user.click(status.getByRole("button", { name: "Try again" }));
    expect(await status.findByText("This group has no content categories.")).toBeVisible();
  });

  it("keeps its data when it cannot be refreshed, and shows a notice", async () => {
    const { user, status, wire } = await openLibrary();
    wire.answer(
      (line) => line.includes("/status?"),
      () => jsonAnswer(500, { detail: "Away." }),
      {
        once: true,
      },
    );

    await user.click(status.getByRole("button", { name: "Refresh" }));

    expect(await status.findByText(/^Failed to fetch generation status. Showing/)).toBeVisible();
    expect(status.getByText("Dnevna šala")).toBeVisible();
    await user.click(status.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(status.queryByText(/Showing/)).not.toBeInTheDocument());
  });
});

describe("the generator", () => {
  async function openGenerator(of?: Parameters<typeof openLibrary>[0]) {
    const app = await openLibrary(of);
    await app.user.click(screen.getByRole("button", { name: "Show AI Content Generator" }));
    const form = within(await screen.findByRole("form", { name: "AI Content Generator" }));
    return { ...app, form };
  }

  const ask = () => screen.findByRole("alertdialog", { name: "Generate and approve this post?" });
  const confirm = async (user: Awaited<ReturnType<typeof openGenerator>>["user"]) =>
    user.click(within(await ask()).getByRole("button", { name: "Generate and Approve" }));

  it("asks first, naming the accounts that the post goes out on", async () => {
    const { user, form, server, wire } = await openGenerator();
    const [group] = await call(server, groupApi.list, {});
    const params = { id: group?.id ?? 0 };
    await call(server, accountsApi.add, {
      params,
      body: {
        platform_type: "bluesky",
        platform_username: "zima.bsky.social",
        credentials: { identifier: "zima", password: "abcd" },
      },
    });
    await call(server, accountsApi.add, {
      params,
      body: {
        platform_type: "instagram",
        platform_username: "zima.foto",
        credentials: { instagram_user_id: "1", access_token: "abcd" },
      },
    });
    await call(server, accountsApi.add, {
      params,
      body: { platform_type: "x_twitter", platform_username: "mraz", credentials: {} },
    });
    await user.selectOptions(
      await form.findByRole("combobox", { name: "Content category" }),
      "Dnevna šala",
    );
    await user.type(form.getByRole("textbox", { name: "Post text" }), "Nova kolekcija je stigla.");
    await user.click(form.getByRole("button", { name: "Generate and Approve" }));

    const question = within(await ask());
    expect(question.getByText("Nova kolekcija je stigla.")).toBeVisible();
    expect(question.getAllByRole("listitem")).toHaveLength(1);
    expect(question.getByText("@zima.bsky.social")).toBeVisible();
    expect(question.getByText("Left out without an image: @zima.foto · Instagram.")).toBeVisible();
    expect(question.getByText("Left out: @mraz · X (Twitter) (keys missing).")).toBeVisible();

    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(wire.sent.filter((line) => line.startsWith("POST"))).toEqual([]);
    expect(form.getByRole("textbox", { name: "Post text" })).toHaveValue(
      "Nova kolekcija je stigla.",
    );
  });

  it("says that no account takes the post", async () => {
    const { user, form } = await openGenerator();
    await user.selectOptions(
      await form.findByRole("combobox", { name: "Content category" }),
      "Dnevna šala",
    );
    await user.type(form.getByRole("textbox", { name: "Post text" }), "Nova.");
    await user.click(form.getByRole("button", { name: "Generate and Approve" }));
    expect(
      within(await ask()).getByText(
        "Approved without review, but stays unscheduled until an account can publish it.",
      ),
    ).toBeVisible();
  });

  it("creates an approved post from the operator's own text, and leads to it", async () => {
    const { user, form, server, router } = await openGenerator();

    await user.selectOptions(
      await form.findByRole("combobox", { name: "Content category" }),
      "Dnevna šala",
    );
    await user.type(form.getByRole("textbox", { name: "Post text" }), "Nova kolekcija je stigla.");
    await user.click(form.getByRole("button", { name: "Generate and Approve" }));
    await confirm(user);

    expect(await findToast("Generation started.")).toBeVisible();
    await server.runJobs();
    expect(await call(server, queueApi.list, { query: { status: "approved" } })).toEqual([
      expect.objectContaining({ text_content: "Nova kolekcija je stigla." }),
    ]);
    await waitFor(() => expect(document.body).not.toHaveStyle({ pointerEvents: "none" }));
    await user.click(screen.getByRole("button", { name: "Open Publishing" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/publishing"));
  });

  it("keeps its other fields if the categories cannot be read", async () => {
    const { user, form } = await openGenerator({ unreadable: "No categories." });
    expect(
      await form.findByText("Failed to load content categories for this group."),
    ).toBeVisible();
    await user.type(form.getByRole("textbox", { name: "Post text" }), "Nova kolekcija.");
    await user.click(form.getByRole("button", { name: "Generate and Approve" }));
    expect(await form.findByText("Content category is required.")).toBeVisible();
    expect(form.getByRole("textbox", { name: "Post text" })).toHaveValue("Nova kolekcija.");
  });

  it("counts the text against the limits of the group's active platforms while it is typed", async () => {
    const { user, form, server, router } = await openGenerator();
    const [group] = await call(server, groupApi.list, {});
    await call(server, accountsApi.add, {
      params: { id: group?.id ?? 0 },
      body: {
        platform_type: "bluesky",
        platform_username: "zima.bsky.social",
        credentials: { identifier: "zima", password: "abcd" },
      },
    });
    await call(server, accountsApi.add, {
      params: { id: group?.id ?? 0 },
      body: {
        platform_type: "instagram",
        platform_username: "zima",
        credentials: { instagram_user_id: "1", access_token: "abcd" },
      },
    });
    await router.options.context.queryClient.invalidateQueries({ queryKey: ["accounts"] });
    const text = form.getByRole("textbox", { name: "Post text" });

    await user.click(text);
    await user.paste("👨‍👩‍👧‍👦 Zima");
    expect(await form.findByText("Bluesky 6 / 300")).toBeVisible();
    expect(form.getByText("Instagram 12 / 2,200 · needs an image or video")).toBeVisible();

    await user.type(form.getByRole("textbox", { name: "Image prompt" }), "Sneg");
    expect(await form.findByText("Instagram 12 / 2,200")).toBeVisible();
    await user.clear(text);
    await user.click(text);
    await user.paste("š".repeat(312));
    expect(await form.findByText("Bluesky 312 / 300 · 12 over")).toBeVisible();
  });

  it("shows missing fields, and adds the server's reason to the failure", async () => {
    const { user, form, wire } = await openGenerator();
    await form.findByRole("combobox", { name: "Content category" });
    await user.click(form.getByRole("button", { name: "Generate and Approve" }));
    expect(await form.findByText("Content category is required.")).toBeVisible();
    expect(form.getByText("Post text is required.")).toBeVisible();

    wire.answer(
      (line) => line.startsWith("POST"),
      () => jsonAnswer(400, { detail: "No model answers." }),
    );
    await user.selectOptions(
      form.getByRole("combobox", { name: "Content category" }),
      "Dnevna šala",
    );
    await user.type(form.getByRole("textbox", { name: "Post text" }), "Zima");
    await user.click(form.getByRole("button", { name: "Generate and Approve" }));
    await confirm(user);

    expect(await form.findByText("Failed to start generation: No model answers.")).toBeVisible();
    expect(form.getByRole("textbox", { name: "Post text" })).toHaveValue("Zima");
  });
});

it("a pool lasts until its quota has used it up, and for ever without a quota", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 100 }), (unused_pool_count, daily_quota) => {
      const days = runwayOf({ unused_pool_count, daily_quota });
      if (daily_quota === 0) expect(days).toBeNull();
      else expect((days ?? 0) * daily_quota).toBeCloseTo(unused_pool_count);
    }),
  );
});
