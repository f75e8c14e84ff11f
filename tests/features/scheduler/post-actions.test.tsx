import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import type { Id } from "@/shared/api/id";
import { call } from "../../support/call";
import { findOverwriteQuestion } from "../../support/changed-meanwhile";
import { findDialog, findQuestion, textsIn } from "../../support/on-screen";
import { announcing, answerWith, sentTo } from "../../support/on-wire";
import { answering, findToast, renderApp, saying, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { addGroup, on, openAt, post as posted, region } from "./support";

const account = "Bluesky zimska.bsky.social";
const button = `Actions for post on ${account}`;

/** Opens Publishing with text posts that are scheduled on one account. */
async function open({ server, count = 1 }: { server?: TestServer; count?: number } = {}) {
  const own = server ?? (await startServer());
  const group = await addGroup(own, "Zimska kolekcija");
  await group.schedule(count);
  const app = await renderApp("/dashboard/publishing?tab=text", { server: own });
  const [post] = await call(own, schedulerApi.upcoming, {});
  if (!post) throw new Error("No post was scheduled.");
  const upcoming = await region("Upcoming Scheduled Posts");
  /** Chooses from the menu of the first post. */
  async function choose(item: string) {
    const [opener] = await upcoming.findAllByRole("button", { name: button });
    await app.user.click(opener ?? document.body);
    await app.user.click(await screen.findByRole("menuitem", { name: item }));
  }
  return {
    ...app,
    post,
    upcoming,
    choose,
    ask: async (item: string, title?: string) => {
      await choose(item);
      return item === "Reschedule…" ? findDialog("Reschedule post") : findQuestion(title);
    },
    scheduled: () => call(own, schedulerApi.upcoming, {}),
  };
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

/** As the field for date and time holds it. */
function typed(time: Date) {
  const pad = (figure: number) => String(figure).padStart(2, "0");
  const day = [time.getFullYear(), pad(time.getMonth() + 1), pad(time.getDate())].join("-");
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

const field = (form: { getByLabelText: (name: RegExp) => HTMLElement }) =>
  form.getByLabelText(/^Publish at/) as HTMLInputElement;

/** Types a time that is some hours away, and returns it. */
function typeTime(form: Parameters<typeof field>[0], hours = 48) {
  const time = inHours(hours);
  time.setSeconds(0, 0);
  fireEvent.change(field(form), { target: { value: typed(time) } });
  return time;
}

describe("The menu of a scheduled post", () => {
  it("opens by keyboard, offers four acts, and gives the focus back", async () => {
    const { user, upcoming } = await open();
    const opener = await upcoming.findByRole("button", { name: button });
    opener.focus();
    await user.keyboard("{Enter}");
    const menu = within(await screen.findByRole("menu", { name: button }));
    expect(textsIn(menu, "menuitem")).toEqual([
      "Open",
      "Publish now…",
      "Reschedule…",
      "Cancel post…",
    ]);
    expect(menu.getByRole("menuitem", { name: "Open" })).toHaveFocus();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it.each([
    ["only opens one that is being published", { status: "publishing" }, ["Open"]],
    [
      "offers no publishing of one of a paused group: it would be refused",
      { is_paused: true },
      ["Open", "Reschedule…", "Cancel post…"],
    ],
  ])("%s", async (_, change, acts) => {
    const social_account = { ...on("bluesky"), platform_username: "zimska.bsky.social" };
    const { user } = await openAt(
      "",
      saying("scheduled-posts", [posted(3, { social_account, ...change })]),
    );
    const upcoming = await region("Upcoming Scheduled Posts");
    await user.click(await upcoming.findByRole("button", { name: button }));
    expect(textsIn(within(await screen.findByRole("menu")), "menuitem")).toEqual(acts);
  });
});

describe("Opening a scheduled post", () => {
  it("shows the whole of it, has its place in the address, and gives the focus back", async () => {
    const { user, router, post, choose, upcoming } = await open();
    await choose("Open");
    const dialog = await findDialog(`Post #${post.id}`);
    expect(await dialog.findByText("Scheduled")).toBeVisible();
    expect(dialog.getByText("@zimska.bsky.social")).toBeVisible();
    expect(router.state.location.search).toMatchObject({ post: post.id });

    await user.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(router.state.location.search).not.toHaveProperty("post");
    await waitFor(() => expect(upcoming.getByRole("button", { name: button })).toHaveFocus());
  });

  it("works from a link, and says if there is no such post", async () => {
    await renderApp("/dashboard/publishing?post=999");
    const alert = await (await findDialog("Post #999")).findByRole("alert");
    expect(alert).toHaveTextContent("Failed to fetch the post.No such post.");
    expect(within(alert).getByRole("button", { name: "Try again" })).toBeVisible();
  });
});

describe("Publishing a scheduled post now", () => {
  it("asks first, with account and text, and then makes it due", async () => {
    const { user, post, scheduled, wire, ask } = await open();
    const question = await ask("Publish now…", "Publish this post now?");
    expect(question.getByText(account)).toBeVisible();
    const words = post.content_queue_item?.text_content?.slice(0, 20) ?? "?";
    expect(question.getByText((text) => text.startsWith(words))).toBeVisible();
    expect(sentTo(wire, "POST")).toEqual([]);

    await user.click(question.getByRole("button", { name: "Publish now" }));

    expect(await findToast("Publishing now.")).toBeVisible();
    expect(await findToast(`It will be published on ${account} in a moment.`)).toBeVisible();
    const [due] = await scheduled();
    expect(Date.parse(due?.publish_at ?? "")).toBeLessThanOrEqual(Date.now() + 1000);
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });
});

describe("The dialog of a post", () => {
  async function openDialog(isPaused = false) {
    const app = await open();
    if (isPaused) {
      await call(app.server, groupsApi.pause, { params: { id: app.post.group_id ?? 0 } });
    }
    await app.choose("Open");
    return { ...app, dialog: await findDialog(`Post #${app.post.id}`) };
  }

  it("names its group, and reschedules it", async () => {
    const { user, dialog, scheduled } = await openDialog();
    expect(await dialog.findByText("Zimska kolekcija")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Reschedule…" }));
    const form = await findDialog("Reschedule post");
    const at = typeTime(form);
    await user.click(form.getByRole("button", { name: "Reschedule" }));
    expect(await findToast(/^Rescheduled to /)).toBeVisible();
    expect((await scheduled())[0]?.publish_at).toBe(at.toISOString());
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("asks before it is published now, and leaves the focus on the page", async () => {
    const { user, dialog } = await openDialog();
    await user.click(await dialog.findByRole("button", { name: "Publish now…" }));
    const question = await findQuestion("Publish this post now?");
    await user.click(question.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(document.body).not.toHaveFocus();
  });

  it("closes before it asks whether to cancel it", async () => {
    const { user, dialog, scheduled } = await openDialog();
    await user.click(await dialog.findByRole("button", { name: "Cancel post…" }));
    const question = await screen.findByRole("alertdialog", { name: "Cancel this post?" });
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(question.contains(document.activeElement)).toBe(true));
    await user.click(within(question).getByRole("button", { name: "Cancel post" }));
    expect(await findToast(`Cancelled. It will not be published on ${account}.`)).toBeVisible();
    expect(await scheduled()).toEqual([]);
  });

  it("offers no publishing while its group is paused", async () => {
    const { dialog } = await openDialog(true);
    expect(await dialog.findByRole("button", { name: "Reschedule…" })).toBeVisible();
    expect(dialog.queryByRole("button", { name: "Publish now…" })).not.toBeInTheDocument();
  });
});

describe("Rescheduling a post", () => {
  async function openDialog() {
    const app = await open();
    return { ...app, dialog: await app.ask("Reschedule…") };
  }

  it("starts with its text and time, names the time zone, and moves it", async () => {
    const { user, dialog, post, scheduled, upcoming } = await openDialog();
    expect(dialog.getByText(`On ${account}.`)).toBeVisible();
    const text = post.content_queue_item?.text_content ?? "?";
    expect(dialog.getByText((shown) => shown.startsWith(text.slice(0, 40)))).toBeVisible();
    expect(field(dialog)).toHaveValue(typed(new Date(post.publish_at ?? "")));
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(field(dialog)).toHaveAccessibleDescription(`Your time zone: ${timeZone}`);

    const at = typeTime(dialog);
    await user.click(dialog.getByRole("button", { name: "Reschedule" }));

    const hour = typed(at).slice(11);
    expect(await findToast(new RegExp(`^Rescheduled to .*${hour}`))).toBeVisible();
    expect(await findToast(`It will be published on ${account}.`)).toBeVisible();
    expect((await scheduled())[0]?.publish_at).toBe(at.toISOString());
    expect(await upcoming.findByText(new RegExp(hour))).toBeVisible();
    await waitFor(() => expect(upcoming.getByRole("button", { name: button })).toHaveFocus());
  });

  it("fills in the next slot, and sends nothing before 'Reschedule' is pressed", async () => {
    const { user, dialog, post, scheduled } = await openDialog();
    typeTime(dialog);
    await user.click(dialog.getByRole("button", { name: "Next slot" }));
    await waitFor(() => {
      const time = new Date(field(dialog).value).getTime();
      expect(time).toBeLessThan(inHours(1).getTime());
      expect(time).toBeGreaterThan(Date.now());
    });
    expect((await scheduled())[0]?.publish_at).toBe(post.publish_at);
  });

  it("says that the next slot could not be found", async () => {
    const { user, dialog, wire } = await openDialog();
    answerWith(wire, "/next-slot", 409, { detail: "This post is already published." });
    await user.click(dialog.getByRole("button", { name: "Next slot" }));
    expect(await dialog.findByText("Failed to find the next slot.")).toBeVisible();
    expect(dialog.getByText("This post is already published.")).toBeVisible();
  });

  it("refuses an empty time and one that has passed, without a call", async () => {
    const { user, dialog, wire } = await openDialog();
    fireEvent.change(field(dialog), { target: { value: "" } });
    await user.click(dialog.getByRole("button", { name: "Reschedule" }));
    expect(await dialog.findByText("Choose a date and a time.")).toBeVisible();
    fireEvent.change(field(dialog), { target: { value: "2020-01-01T10:00" } });
    await user.click(dialog.getByRole("button", { name: "Reschedule" }));
    expect(await dialog.findByText("This time has passed.")).toBeVisible();
    expect(sentTo(wire, "PATCH")).toEqual([]);
  });

  it("says that the post went out meanwhile, and shows it as published", async () => {
    const { user, dialog, server } = await openDialog();
    const mine = typeTime(dialog);
    server.clock.advance(3_600_000);
    await server.runJobs();

    await user.click(dialog.getByRole("button", { name: "Reschedule" }));

    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to reschedule post.This post is already published.");
    expect(field(dialog)).toHaveValue(typed(mine));
    const published = screen.getByRole("region", { name: "Recently Published", hidden: true });
    await waitFor(() =>
      expect(within(published).getAllByRole("listitem", { hidden: true })).toHaveLength(1),
    );
  });

  it("asks before a typed time is lost", async () => {
    const { user, dialog, ask } = await openDialog();
    const mine = typeTime(dialog);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    const question = await findQuestion("Discard unsaved changes?");
    await user.click(question.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(field(await ask("Reschedule…"))).not.toHaveValue(typed(mine));
  });
});

describe("A scheduled post that another operator has changed since it was shown", () => {
  const moveTo = (server: TestServer, id: Id, time: Date) =>
    call(server, schedulerApi.reschedule, {
      params: { id },
      body: { publish_at: time.toISOString() },
    });
  const writes = (sent: readonly string[]) =>
    sent.filter((line) => /^(POST|PATCH|DELETE)/.test(line));
  const changed = "This post changed since it was shown";

  async function openReschedule() {
    const app = await open();
    const dialog = await app.ask("Reschedule…");
    const mine = typeTime(dialog);
    const save = () => app.user.click(dialog.getByRole("button", { name: "Reschedule" }));
    return { ...app, dialog, mine, save };
  }

  it("is moved only after both times were shown", async () => {
    const { user, server, post, save, wire, mine, scheduled } = await openReschedule();
    await moveTo(server, post.id, inHours(24));
    await save();
    const question = await findOverwriteQuestion("The post has changed on the server");
    expect(question.rows()).toEqual([expect.stringMatching(/^Publish at\|.+:.+\|.+:.+$/)]);
    expect(writes(wire.sent)).toEqual([]);
    await user.click(question.getByRole("button", { name: "Overwrite" }));
    expect(await findToast(/^Rescheduled to /)).toBeVisible();
    expect((await scheduled())[0]?.publish_at).toBe(mine.toISOString());
  });

  it("keeps the other's time on 'Use the server's', and the list shows it", async () => {
    const { user, server, post, save, wire, scheduled, upcoming } = await openReschedule();
    const theirs = inHours(24);
    await moveTo(server, post.id, theirs);
    await save();
    const question = await findOverwriteQuestion("The post has changed on the server");
    await user.click(question.getByRole("button", { name: "Use the server's" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(writes(wire.sent)).toEqual([]);
    expect((await scheduled())[0]?.publish_at).toBe(theirs.toISOString());
    const hour = new RegExp(typed(theirs).slice(11));
    await waitFor(() => expect(upcoming.getByText(hour)).toBeVisible());
  });

  it("is not moved if it was cancelled, which the form says", async () => {
    const { server, post, save, dialog } = await openReschedule();
    await call(server, schedulerApi.cancel, { params: { id: post.id } });
    await save();
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Failed to reschedule post.No such post: it may have been cancelled meanwhile.",
    );
  });

  it("is published now only after its present text was shown", async () => {
    const { user, server, post, wire, ask } = await open();
    const question = await ask("Publish now…");
    const id = post.content_queue_item?.id ?? 0;
    const { updated_at } = await call(server, queueApi.detail, { params: { id } });
    await call(server, queueApi.edit, {
      params: { id },
      body: { text_content: "Tuđa izmena.", expected_updated_at: updated_at ?? null },
    });
    const press = () => user.click(question.getByRole("button", { name: "Publish now" }));
    await press();
    expect(await question.findByText(changed)).toBeVisible();
    expect(question.getByText("Tuđa izmena.")).toBeVisible();
    expect(writes(wire.sent)).toEqual([]);
    await press();
    expect(await findToast("Publishing now.")).toBeVisible();
  });

  it("is cancelled only after its present time was shown", async () => {
    const { user, server, post, scheduled, ask } = await open();
    const question = await ask("Cancel post…");
    await moveTo(server, post.id, inHours(24));
    await user.click(question.getByRole("button", { name: "Cancel post" }));
    expect(await question.findByText(changed)).toBeVisible();
    expect(await scheduled()).toHaveLength(1);
    await user.click(question.getByRole("button", { name: "Cancel post" }));
    expect(await findToast(`Cancelled. It will not be published on ${account}.`)).toBeVisible();
  });

  it("is left alone if it cannot be read", async () => {
    const { user, wire, post, ask } = await open();
    const question = await ask("Cancel post…");
    const reading = `GET /api/v1/publishing/scheduled-posts/${post.id}`;
    answerWith(wire, reading, 500, { detail: "No database." });
    await user.click(question.getByRole("button", { name: "Cancel post" }));
    expect(await question.findByText("Failed to cancel post.")).toBeVisible();
    expect(question.getByText("No database. Nothing was sent.")).toBeVisible();
    expect(writes(wire.sent)).toEqual([]);
  });
});

describe("Cancelling a scheduled post", () => {
  it("asks first, then takes it off the schedule; its content is rejected", async () => {
    const { user, scheduled, server, ask, upcoming } = await open();
    const question = await ask("Cancel post…", "Cancel this post?");
    expect(question.getByText(account)).toBeVisible();
    const words = /If there are none, the content is rejected and can be reopened\./;
    expect(question.getByText(words)).toBeVisible();

    await user.click(question.getByRole("button", { name: "Keep post" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(await scheduled()).toHaveLength(1);

    const again = await ask("Cancel post…");
    await user.click(again.getByRole("button", { name: "Cancel post" }));

    expect(await findToast(`Cancelled. It will not be published on ${account}.`)).toBeVisible();
    expect(await upcoming.findByText("No text-only posts are scheduled.")).toBeVisible();
    expect(await scheduled()).toEqual([]);
    const rejected = await call(server, queueApi.list, { query: { status: "rejected" } });
    expect(rejected).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  it("moves the focus to the next post", async () => {
    const { user, upcoming, ask } = await open({ count: 2 });
    const question = await ask("Cancel post…");
    await user.click(question.getByRole("button", { name: "Cancel post" }));
    await waitFor(() => expect(upcoming.getAllByRole("listitem")).toHaveLength(1));
    await waitFor(() => expect(upcoming.getByRole("button", { name: button })).toHaveFocus());
  });

  it("does not promise that it can be reopened if the backend cannot", async () => {
    const server = await answering([announcing("schedule-edit")], await startServer());
    const { ask } = await open({ server });
    const question = await ask("Cancel post…");
    expect(question.getByText(/the content is rejected\./)).toBeVisible();
  });
});
