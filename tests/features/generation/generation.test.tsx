import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import { categories, textUsage } from "../../../server/db/schema.ts";
import { utcDay } from "../../../server/kernel/times.ts";
import { call } from "../../support/call";
import { holdTime, pass, press, until } from "../../support/held-time";
import { findForm, findQuestion, findRegion } from "../../support/on-screen";
import { answerWith, holdAnswer, sentTo } from "../../support/on-wire";
import {
  answering,
  findToast,
  jsonAnswer,
  renderApp,
  saying,
  type Wire,
} from "../../support/render-app";
import { poolServer } from "../content/support";
import { addKeylessAccount, pendingPosts } from "../queue/support";

/** One image post a day, and no texts. */
const quota = { image_posts_per_day: 1, text_posts_per_day: 0 };

const posting = (line: string) => line.startsWith("POST");
const readingStatus = (line: string) => line.includes("/status?");

/** Opens the Content Library of a group with one category; `unreadable` makes its list fail. */
async function openLibrary({
  unreadable = "",
  world,
}: {
  unreadable?: string;
  world?: World;
} = {}) {
  const own = world ?? (await poolServer());
  await own.addCategory("Dnevna šala", quota);
  const says = () => (unreadable ? jsonAnswer(400, { detail: unreadable }) : undefined);
  const server = await answering([{ to: "/categories", says }], own.server);
  const app = await renderApp("/dashboard/content", { server });
  const status = await findRegion("Generation Status");
  await status.findByText("Dnevna šala");
  const click = (name: string) => app.user.click(status.getByRole("button", { name }));
  return { ...own, ...app, status, click };
}

type World = Awaited<ReturnType<typeof poolServer>>;

/** Comes to the Content Library from another screen, after these preparations. */
async function comeTo({ server }: World, prepare: (wire: Wire) => void) {
  const app = await renderApp("/dashboard/publishing", { server });
  prepare(app.wire);
  await app.user.click(await screen.findByRole("link", { name: "Content Library" }));
  return { ...app, status: await findRegion("Generation Status") };
}

describe("generation status", () => {
  it("shows nothing of texts in the sandbox, where they cost nothing", async () => {
    const { status } = await openLibrary();
    expect(status.getByText("Missing for quota")).toBeVisible();
    expect(status.queryByText("AI texts today")).toBeNull();
  });

  it("shows the texts of a real model today, their tokens and cost", async () => {
    const world = await poolServer();
    const { server } = world;
    const budget = { perDay: 500, prices: { in: 2.5, out: 10 } };
    Object.assign(server.ports, { textModel: { ...server.ports.textModel, budget } });
    await server.database.db.insert(textUsage).values({
      day: utcDay(server.clock.now()).from,
      texts: 12,
      tokens_in: 34_000,
      tokens_out: 2500,
    });
    const { status } = await openLibrary({ world });
    const term = status.getByText("AI texts today");
    expect(term.nextElementSibling).toHaveTextContent("12 of 500, 36,500 tokens, $0.11");
  });

  it("shows texts and cost that another server writes as decimals in texts", async () => {
    const texts_today = { written: 12, per_day: 500, tokens: "36500", cost: "0.1100" };
    const answer = { group_name: "Zima", categories: [], texts_today };
    const { server } = await poolServer();
    await renderApp("/dashboard/content", {
      server: await answering([saying("content-generation/status", answer)], server),
    });
    const status = await findRegion("Generation Status");
    const term = await status.findByText("AI texts today");
    expect(term.nextElementSibling).toHaveTextContent("12 of 500, 36,500 tokens, $0.11");
  });

  it("shows what each category has and lacks", async () => {
    const { status } = await openLibrary();

    const row = status.getByRole("row", { name: /^Dnevna šala 0 0 1 0 1/ });
    expect(within(row).getByRole("rowheader", { name: "Dnevna šala" })).toBeVisible();
    expect(status.getByText(/^Updated \d\d:\d\d:\d\d$/)).toBeVisible();
  });

  it("generates a post, which then waits for approval", async () => {
    const { status, click, server } = await openLibrary();
    await click("Generate image post");
    expect(await findToast(/1 image post/)).toBeVisible();
    await server.runJobs();

    expect(await pendingPosts(server)).toMatchObject([{ category_name: "Dnevna šala" }]);
    await click("Refresh");
    expect(await status.findByRole("row", { name: /^Dnevna šala 1 1 1 0 1/ })).toBeVisible();
  });

  it("sends nothing for a media type without a quota", async () => {
    const { status, click, wire } = await openLibrary();
    await click("Generate text post");
    expect(await findToast("This category has no text posts quota set.")).toBeVisible();
    expect(await status.findByText("This category has no text posts quota set.")).toBeVisible();
    expect(sentTo(wire, posting)).toEqual([]);
  });

  it("is shown if the categories cannot be read, and then leaves the quota check to the server", async () => {
    const { status, click, wire } = await openLibrary({ unreadable: "No categories." });
    expect(status.getByRole("row", { name: /^Dnevna šala 0 0 1 0 1/ })).toBeVisible();
    expect(status.queryByText("No categories.")).not.toBeInTheDocument();

    answerWith(wire, posting, 409, { detail: "No text posts here." });
    await click("Generate text post");
    expect(await findToast("No text posts here.")).toBeVisible();
    expect(sentTo(wire, posting)).toEqual([
      expect.stringMatching(/trigger\/\d+\?num_posts=1&type=text$/),
    ]);
  });

  it("sends nothing before the quota is known", async () => {
    const world = await poolServer();
    await world.addCategory("Dnevna šala", quota);
    let arrive: (answer?: Response) => void = () => {};
    const { status, user, wire } = await comeTo(world, (on) => {
      arrive = holdAnswer(on, (line) => /^GET .*\/categories$/.test(line));
    });
    const button = await status.findByRole("button", { name: "Generate text post" });
    await user.click(button);
    expect(button).toHaveAttribute("aria-busy");
    arrive();
    expect(await findToast("This category has no text posts quota set.")).toBeVisible();
    expect(sentTo(wire, posting)).toEqual([]);
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
    expect(await pendingPosts(server)).toHaveLength(1);
  });

  it("fills all quotas of the group", async () => {
    const { click, server } = await openLibrary();
    await click("Fill all quotas");
    expect(await findToast("Generation of 1 image post in 1 category is queued.")).toBeVisible();
    await server.runJobs();
    expect(await pendingPosts(server)).toHaveLength(1);
  });

  it("generates a day's quota of one media type for the whole group", async () => {
    const { click, wire } = await openLibrary();
    await click("Generate image quota");
    expect(await findToast(/1 image post/)).toBeVisible();
    expect(sentTo(wire, posting)).toEqual([
      expect.stringMatching(/trigger-group-quota\/\d+\?generation_type=image$/),
    ]);
  });

  it("generates videos in a group that focuses on them, and says so", async () => {
    const { click, server, group, addCategory } = await openLibrary();
    const params = { id: group.id };
    await call(server, groupsApi.change, { params, body: { focus_media_type: "video" } });
    await addCategory("Klipovi", { ...quota, video_posts_per_day: 2 });
    await click("Refresh");
    await click("Generate image quota");
    const words = "Generation of 1 image post and 2 video posts in 2 categories is queued.";
    expect(await findToast(words)).toBeVisible();
  });

  it("shows that a quota of 0 is not filled", async () => {
    const { click, server, status } = await openLibrary();
    await server.database.db.update(categories).set({ image_posts_per_day: 0 });
    await click("Fill quota");
    expect(await findToast("Failed to queue task.")).toBeVisible();
    const why = "This category has no image posts quota set.";
    expect(await findToast(why)).toBeVisible();
    expect(await status.findByText(why, { exact: false })).toBeVisible();
  });

  it("shows the server's answer that no category has such a quota", async () => {
    const { click } = await openLibrary();
    await click("Generate text quota");
    const why = "No active category of this group has text posts in its daily quota.";
    expect(await findToast(why)).toBeVisible();
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
    const { click, status, wire } = await openLibrary();
    answerWith(wire, posting, 409, { detail }, { once: true });
    await click(button);

    expect(await findToast(text)).toBeVisible();
    if (detail) expect(await findToast(detail)).toBeVisible();
    expect(await status.findByText(text)).toBeVisible();
    await waitFor(() =>
      expect(status.getByRole("button", { name: button })).not.toHaveAttribute("aria-busy"),
    );

    await click(button);
    await waitFor(() => expect(status.queryByText(text)).not.toBeInTheDocument());
  });

  it("shows the same failure of two buttons once", async () => {
    const { click, status, wire } = await openLibrary();
    answerWith(wire, posting, 409, {});
    const errors = vi.spyOn(console, "error");
    for (const name of ["Generate image quota", "Generate text quota"]) {
      await click(name);
      await waitFor(() =>
        expect(status.getByRole("button", { name })).not.toHaveAttribute("aria-busy"),
      );
    }
    expect(
      await status.findAllByText("Failed to trigger generation for all categories."),
    ).toHaveLength(1);
    expect(errors).not.toHaveBeenCalled();
  });

  it("shows why it cannot be loaded, and tries again on request", async () => {
    const { status, user } = await comeTo(await poolServer(), (on) =>
      answerWith(on, readingStatus, 400, { detail: "Away." }, { once: true }),
    );
    expect(await status.findByText("Failed to fetch generation status.")).toBeVisible();
    expect(status.getByText("Away.")).toBeVisible();
    await user.click(status.getByRole("button", { name: "Try again" }));
    expect(await status.findByText("This group has no content categories.")).toBeVisible();
  });
});

describe("the generator", () => {
  async function openGenerator(of?: Parameters<typeof openLibrary>[0]) {
    const app = await openLibrary(of);
    const { user } = app;
    await user.click(screen.getByRole("button", { name: "Show AI Content Generator" }));
    const form = await findForm("AI Content Generator");
    const text = form.getByRole("textbox", { name: "Post text" });
    const submit = () => user.click(form.getByRole("button", { name: "Generate and Approve" }));
    /** Fills in the form, presses its button, and returns the question that it asks. */
    async function ask(written: string) {
      const category = await form.findByRole("combobox", { name: "Content category" });
      await user.selectOptions(category, "Dnevna šala");
      await user.type(text, written);
      await submit();
      const question = await findQuestion("Generate and approve this post?");
      const confirm = () =>
        user.click(question.getByRole("button", { name: "Generate and Approve" }));
      return { ...question, confirm };
    }
    return { ...app, form, text, submit, ask };
  }

  it("asks first, naming the accounts that the post goes out on", async () => {
    const { user, text, ask, server, group, addAccount, wire } = await openGenerator();
    await addAccount("bluesky", "zima.bsky.social");
    await addAccount("instagram", "zima.foto");
    await addKeylessAccount(server, group.id);
    const question = await ask("Nova kolekcija je stigla.");
    expect(question.getByText("Nova kolekcija je stigla.")).toBeVisible();
    expect(question.getAllByRole("listitem")).toHaveLength(1);
    expect(question.getByText("@zima.bsky.social")).toBeVisible();
    expect(question.getByText("Left out without an image: @zima.foto · Instagram.")).toBeVisible();
    expect(question.getByText("Left out: @mraz · X (Twitter) (keys missing).")).toBeVisible();

    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(sentTo(wire, posting)).toEqual([]);
    expect(text).toHaveValue("Nova kolekcija je stigla.");
  });

  it("says that no account takes the post", async () => {
    const { ask } = await openGenerator();
    const words = "Approved without review, but stays unscheduled until an account can publish it.";
    expect((await ask("Nova.")).getByText(words)).toBeVisible();
  });

  it("creates an approved post from the operator's own text, and leads to it", async () => {
    const { user, ask, server, router } = await openGenerator();
    await (await ask("Nova kolekcija je stigla.")).confirm();

    expect(await findToast("Generation started.")).toBeVisible();
    await server.runJobs();
    expect(await call(server, queueApi.list, { query: { status: "approved" } })).toMatchObject([
      { text_content: "Nova kolekcija je stigla." },
    ]);
    await waitFor(() => expect(document.body).not.toHaveStyle({ pointerEvents: "none" }));
    await user.click(screen.getByRole("button", { name: "Open Publishing" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/publishing"));
  });

  it("keeps its other fields if the categories cannot be read", async () => {
    const { user, form, text, submit } = await openGenerator({ unreadable: "No categories." });
    const words = "Failed to load content categories for this group.";
    expect(await form.findByText(words)).toBeVisible();
    await user.type(text, "Nova kolekcija.");
    await submit();
    expect(await form.findByText("Content category is required.")).toBeVisible();
    expect(text).toHaveValue("Nova kolekcija.");
  });

  it("counts the text against the limits of the group's active platforms while it is typed", async () => {
    const { user, form, text, addAccount, router } = await openGenerator();
    await addAccount("bluesky", "zima.bsky.social");
    await addAccount("instagram", "zima");
    await router.options.context.queryClient.invalidateQueries({ queryKey: ["accounts"] });

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
    const { form, text, submit, ask, wire } = await openGenerator();
    await form.findByRole("combobox", { name: "Content category" });
    await submit();
    expect(await form.findByText("Content category is required.")).toBeVisible();
    expect(form.getByText("Post text is required.")).toBeVisible();

    answerWith(wire, posting, 400, { detail: "No model answers." });
    await (await ask("Zima")).confirm();
    expect(await form.findByText("Failed to start generation: No model answers.")).toBeVisible();
    expect(text).toHaveValue("Zima");
  });
});
