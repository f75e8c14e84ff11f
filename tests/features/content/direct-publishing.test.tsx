import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { accounts, queueItems } from "../../../server/db/schema.ts";
import { insertAccount } from "../../../server/features/accounts/accounts.ts";
import { call } from "../../support/call";
import { findForm, findQuestion, findRegion, textsIn } from "../../support/on-screen";
import { announcing, answerWith, sentTo } from "../../support/on-wire";
import { answering, saying, startServer } from "../../support/render-app";
import { bluesky, openWith, tiktok, x } from "../accounts/support";

const instagram = {
  platform_type: "instagram" as const,
  platform_username: "zima.foto",
  credentials: { instagram_user_id: "1", access_token: "good" },
};
const linkedin = {
  platform_type: "linkedin_profile" as const,
  platform_username: "Zima Zimić",
  credentials: { access_token: "good", author_urn: "urn:li:person:1" },
};
const wrong = { ...x, credentials: { bearer_token: "wrong" } };
const publishing = (line: string) => line === "POST /api/v1/publishing/publish";
const failure = "Failed to publish. Check console for details.";
const unloaded = "The image does not load here. Platforms that cannot load it refuse the post.";

async function open(added: Parameters<typeof openWith>[0], given?: Parameters<typeof openWith>[2]) {
  const opened = await openWith(added, "direct", given);
  const { user, wire } = opened;
  const form = await findForm("Publish now");
  const field = (name: string) => form.getByRole("textbox", { name });
  const text = field("Text content");
  const press = () => user.click(form.getByRole("button", { name: "Publish" }));
  /** Types more text, presses the button, and returns the question that it asks. */
  async function ask(written = "Sutra.", title?: string) {
    if (written !== "") await user.type(text, written);
    await press();
    const question = await findQuestion(title);
    const click = (name: string) => user.click(question.getByRole("button", { name }));
    const choose = (name: RegExp) => user.click(question.getByRole("checkbox", { name }));
    return { ...question, click, choose };
  }
  async function publish(written?: string) {
    await (await ask(written)).click("Publish");
  }
  const findResults = async () =>
    within(await screen.findByRole("list", { name: "Result per account" }));
  return {
    ...opened,
    form,
    field,
    text,
    press,
    ask,
    publish,
    findResults,
    sent: () => sentTo(wire, publishing),
    preview: await findRegion("Preview"),
  };
}

describe("Publishing directly", () => {
  it("asks first, naming every account, and then shows the result on each", async () => {
    const { text, ask, sent, findResults } = await open([bluesky, x]);
    const question = await ask("Sutra radimo do 22 h.", "Publish on 2 accounts?");
    expect(question.getByText("@zima")).toBeVisible();
    expect(question.getByText("@zimska")).toBeVisible();
    expect(question.getByText("Sutra radimo do 22 h.")).toBeVisible();
    expect(sent()).toEqual([]);
    await question.click("Publish");

    const results = await findResults();
    expect(screen.getByText("Published on 2 of 2 accounts.")).toBeVisible();
    expect(results.getAllByText("Published")).toHaveLength(2);
    expect(results.getAllByRole("link", { name: "View post" })).toHaveLength(2);
    expect(text).toHaveValue("");
    expect(sent()).toHaveLength(1);
  });

  it("waits until the platform takes posts of an account again, and says until when", async () => {
    const { publish, server, findResults } = await open([bluesky, x]);
    const held_until = new Date(server.clock.now().getTime() + 3_600_000);
    await server.database.db
      .update(accounts)
      .set({ held_until, held_because: "Too Many Requests" })
      .where(eq(accounts.platform_type, "x_twitter"));
    await publish();
    const results = await findResults();
    expect(screen.getByText("Published on 1 of 2 accounts. 1 not sent yet.")).toBeVisible();
    expect(results.getByText("Not sent yet")).toBeVisible();
    const note = results.getByText(/^Too Many Requests Next try:/);
    const time = within(note).getByText(/\d\d:\d\d/);
    expect(time).toHaveAttribute("datetime", held_until.toISOString());
  });

  it("has a title, which Reddit needs and the question shows", async () => {
    const { user, field, ask, publish, server, group } = await open([bluesky]);
    await insertAccount(server.database.db, server.ports.secrets, {
      ...{ group_id: Number(group.id), platform_type: "reddit", platform_username: "zima_rs" },
      ...{ credentials: { refresh_token: "good" }, is_active: true },
    });
    const title = field("Title");
    expect(title).toHaveAccessibleDescription("Used as the image's alt text.");
    const first = await ask("Sutra radimo.", "Publish on 2 accounts?");
    expect(first.getByText(/needs a title/)).toBeVisible();
    await first.click("Cancel");
    expect(title).toHaveAccessibleDescription(
      "Required for Reddit. Elsewhere used as the image's alt text.",
    );

    await user.type(title, "Radno vreme");
    const second = await ask("");
    expect(second.getByText("Radno vreme")).toBeVisible();
    expect(second.queryByText(/needs a title/)).toBeNull();
    await second.click("Cancel");
    await publish("");
    expect(await screen.findByText("Published on 2 of 2 accounts.")).toBeVisible();
    const items = await server.database.db.select().from(queueItems);
    expect(items).toMatchObject([{ title: "Radno vreme" }]);
    expect(field("Title")).toHaveValue("");
  });

  it("has no title where the backend takes none", async () => {
    const own = await startServer();
    const health = (await (await own.fetch("/healthz")).json()) as { capabilities: string[] };
    const capabilities = health.capabilities.filter((name) => name !== "publish-title");
    const server = await answering([saying("/healthz", { ...health, capabilities })], own);
    const { form, publish, wire } = await open([bluesky], server);
    expect(form.queryByRole("textbox", { name: "Title" })).not.toBeInTheDocument();
    let body: unknown;
    wire.answer(publishing, async (request) => {
      body = await request.clone().json();
      return undefined;
    });
    await publish();
    expect(await screen.findByText("Published on 1 of 1 account.")).toBeVisible();
    expect(body).not.toHaveProperty("title");
  });

  it("names also the accounts that were added since the screen was opened", async () => {
    const { ask, server, group } = await open([bluesky]);
    await call(server, accountsApi.add, { params: { id: group.id }, body: x });
    const question = await ask("Sutra.", "Publish on 2 accounts?");
    expect(question.getByText("@zimska")).toBeVisible();
  });

  it("publishes only on the accounts that are chosen", async () => {
    const { ask, sent, findResults } = await open([bluesky, x]);
    const question = await ask("Sutra.", "Publish on 2 accounts?");
    await question.choose(/@zimska/);
    await findQuestion("Publish on 1 account?");
    await question.choose(/@zima/);
    await question.click("Publish");
    expect(question.getByText("Please select at least one account to post to.")).toBeVisible();
    expect(sent()).toEqual([]);

    await question.choose(/@zima/);
    await question.click("Publish");
    expect((await findResults()).getAllByRole("listitem")).toHaveLength(1);
    expect(screen.getByText("Published on 1 of 1 account.")).toBeVisible();
  });

  it("repeats an attempt of unknown outcome on the same accounts alone", async () => {
    const { ask, form, wire, server } = await open([bluesky, x]);
    wire.answer(
      publishing,
      async (request) => {
        await server.fetch(request);
        throw new TypeError("The line was cut.");
      },
      { once: true },
    );
    const first = await ask();
    await first.choose(/@zimska/);
    await first.click("Publish");
    expect(await form.findByText(failure)).toBeVisible();

    const again = await ask("", "Publish on 1 account?");
    expect(again.queryByRole("checkbox")).toBeNull();
    await again.click("Publish");
    expect(await screen.findByText("Published on 1 of 1 account.")).toBeVisible();
    const posts = await server.request("publishing/scheduler-status");
    const { recently_published } = (await posts.json()) as { recently_published: unknown[] };
    expect(recently_published).toHaveLength(1);
  });

  it("says that a second press may publish twice where the server cannot tell", async () => {
    const { publish, ask, form, wire } = await open([bluesky], await answering([announcing()]));
    wire.answer(publishing, () => new Response("", { status: 504 }));
    await publish();
    expect(await form.findByText(failure)).toBeVisible();

    const again = await ask("", "Publish on 1 account?");
    const words = "The last attempt may have gone through. Publishing again may post it twice.";
    expect(again.getByText(words)).toBeVisible();
    expect(again.queryByRole("button", { name: "Publish" })).toBeNull();
    wire.answer(publishing, () => new Response("{}", { status: 400 }), { once: true });
    await again.click("Try again anyway");
    const third = await ask("");
    expect(third.getByRole("button", { name: "Try again anyway" })).toBeVisible();
    await third.click("Cancel");

    const another = await ask(" Nova.");
    expect(another.getByRole("button", { name: "Publish" })).toBeVisible();
  });

  it("says so too when the operator has left the form and writes the same again", async () => {
    const { user, publish, form, wire } = await open([bluesky], await answering([announcing()]));
    answerWith(wire, publishing, 504, {}, { once: true });
    await publish();
    expect(await form.findByText(failure)).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Social Accounts" }));
    const leaving = await findQuestion("Discard unsaved changes?");
    await user.click(leaving.getByRole("button", { name: "Discard" }));
    await screen.findByRole("button", { name: "Test all" });
    await user.click(screen.getByRole("tab", { name: "Direct Publishing" }));

    const back = await findForm("Publish now");
    await user.type(back.getByRole("textbox", { name: "Text content" }), "Sutra.");
    await user.click(back.getByRole("button", { name: "Publish" }));
    const again = await findQuestion();
    const words = "The last attempt may have gone through. Publishing again may post it twice.";
    expect(again.getByText(words)).toBeVisible();
    expect(again.queryByRole("button", { name: "Publish" })).toBeNull();
    await user.click(again.getByRole("button", { name: "Try again anyway" }));
    expect(await screen.findByText("Published on 1 of 1 account.")).toBeVisible();
  });

  it("shows the platform's error, and before the next post which account is left out for it", async () => {
    const { user, field, ask, publish, findResults } = await open([bluesky, wrong]);
    await publish("Prvi.");
    expect(await screen.findByText("Published on 1 of 2 accounts. 1 failed.")).toBeVisible();
    const results = await findResults();
    expect(results.getByText(/403 Unsupported Authentication/)).toBeVisible();
    expect(screen.getByText(/Retry failed posts in Publishing/)).toBeVisible();

    await user.type(field("Image URL"), "https://cdn.example.com/gone.png");
    const question = await ask();
    fireEvent.error(question.getByRole("img", { name: "Image of the post" }));
    expect(question.getByText(unloaded)).toBeVisible();
    expect(question.getByText("Left out: @zimska · X (Twitter) (failing).")).toBeVisible();
  });

  it("asks for working keys if no account has them, and sends nothing", async () => {
    const { user, text, press, form, sent } = await open([{ ...x, credentials: {} }]);
    await user.type(text, "Sutra.");
    await press();
    const words = "No active account of this group has working keys. Test them in Social Accounts.";
    expect(await form.findByText(words)).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it("sends nothing on Cancel, and keeps the text", async () => {
    const { text, ask, sent } = await open([bluesky]);
    await (await ask()).click("Cancel");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(text).toHaveValue("Sutra.");
    expect(sent()).toEqual([]);
  });

  it("shows why the server refused, and keeps the text", async () => {
    const { text, form, publish, wire } = await open([bluesky]);
    answerWith(wire, publishing, 409, { detail: "The group is being deleted." });
    await publish();
    const alert = await form.findByRole("alert");
    expect(alert).toHaveTextContent(failure);
    expect(alert).toHaveTextContent("The group is being deleted.");
    expect(text).toHaveValue("Sutra.");
  });

  it("requires a text, and a valid image URL", async () => {
    const { user, form, field, text, press, sent } = await open([bluesky]);
    await user.type(field("Image URL"), "zima.png");
    await press();
    expect(await form.findByText("Text content is required.")).toBeVisible();
    expect(form.getByText(/Image URL must start with/)).toBeVisible();
    expect(text).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it("leaves out accounts that require an image, and refuses if all of them do", async () => {
    const { user, form, field, text, press, preview } = await open([instagram]);
    expect(preview.getByText("Left out: needs an image or video.")).toBeVisible();
    expect(preview.getByText("Publishes to 0 accounts")).toBeVisible();
    await user.type(text, "Sutra.");
    await press();
    const words = "Every active account of this group needs an image or video.";
    expect(await form.findByText(words)).toBeVisible();
    await user.type(field("Image URL"), "/media/zima.png");
    expect(preview.getByText("Publishes to 1 account")).toBeVisible();
    await press();
    await findQuestion("Publish on 1 account?");
  });

  it("shows the text's length on every active platform, and what would be refused", async () => {
    const { user, text, preview, ask } = await open([bluesky, x, tiktok]);
    await user.click(text);
    await user.paste("š".repeat(290));
    expect(preview.getByText("290 / 300")).toBeVisible();
    const onX = preview.getByText(/290 \/ 280 · 10 over$/);
    expect(onX).toHaveAttribute("title", "weighted characters");
    // It is inactive: its session was not primed.
    expect(preview.queryByText("TikTok")).not.toBeInTheDocument();
    const question = await ask("");
    expect(question.getByText("10 over the limit of 280 weighted characters")).toBeVisible();
  });

  it.each([
    ["says what a link costs on X where that is real", "real", 1],
    ["says nothing of costs in the sandbox", "sandbox", 0],
  ])("%s", async (_, reached, count) => {
    const health = { status: "ok", outside: { x_twitter: reached }, capabilities: [] };
    const server = await answering([saying("/healthz", health)]);
    const { user, text, preview, ask } = await open([x], server);
    await user.type(text, "Sutra.");
    expect(preview.queryByText(/costs/)).toBeNull();
    await user.type(text, " primer.rs");
    await waitFor(() => {
      expect(preview.queryAllByText(/ · link costs \$0\.20$/)).toHaveLength(count);
    });
    expect((await ask("")).queryAllByText("link costs $0.20")).toHaveLength(count);
  });

  it("says in a rehearsal that nothing is published", async () => {
    const health = { status: "ok", outside: { x_twitter: "held" }, capabilities: [] };
    const { ask } = await open([x], await answering([saying("/healthz", health)]));
    const question = await ask();
    const words = "Rehearsal: the server is held, so nothing is published and the post fails.";
    expect(question.getByText(words)).toBeVisible();
    expect(question.queryByText(/publishes immediately/)).toBeNull();
  });

  it("reports that there is no account to publish on", async () => {
    const { user } = await openWith([tiktok], "direct");
    const words = "This group has no active account to publish on.";
    expect(await screen.findByText(words)).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Open Social Accounts" }));
    const tab = await screen.findByRole("tab", { name: "Social Accounts" });
    expect(tab).toHaveAttribute("aria-selected", "true");
  });

  it("keeps the typed text over a reload, and asks before the tab is left", async () => {
    const { user, text } = await open([bluesky]);
    await user.type(text, "Sutra.");
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    expect(JSON.stringify({ ...sessionStorage })).toContain("Sutra.");
    await user.click(screen.getByRole("tab", { name: "Social Accounts" }));
    await findQuestion("Discard unsaved changes?");
  });
});

describe("The preview in Direct Publishing", () => {
  async function openPreview(added: Parameters<typeof open>[0]) {
    const opened = await open(added);
    const paste = async (field: HTMLElement, pasted: string) => {
      await opened.user.click(field);
      await opened.user.paste(pasted);
    };
    async function write(written: string) {
      await paste(opened.text, written);
      await opened.preview.findByRole("tablist", { name: "Preview on" });
    }
    return { ...opened, paste, write, image: opened.field("Image URL") };
  }

  it("follows what is typed, on each active platform", async () => {
    const { user, text, preview, write, paste } = await openPreview([bluesky, x, tiktok]);
    expect(preview.getByText("The preview appears as you type.")).toBeVisible();
    expect(preview.queryByRole("tab")).toBeNull();
    await write("Sutra radimo.");
    expect(textsIn(preview, "tab")).toEqual(["Bluesky", "X"]);
    const onBluesky = within(preview.getByRole("article", { name: "Post on Bluesky" }));
    expect(onBluesky.getByText("@zima")).toBeVisible();
    expect(onBluesky.getByText("Sutra radimo.")).toBeVisible();
    await user.type(text, " Do 22 h.");
    expect(onBluesky.getByText("Sutra radimo. Do 22 h.")).toBeVisible();

    await user.click(preview.getByRole("tab", { name: "X" }));
    await user.clear(text);
    await paste(text, `${"a".repeat(256)} https://example.com/${"b".repeat(90)} PREKO`);
    const onX = within(preview.getByRole("article", { name: "Post on X (Twitter)" }));
    expect(onX.getByText("PREKO")).toBeVisible();
    expect(onX.getByText("example.com")).toBeVisible();
    expect(preview.getByText("Each link counts as 23 characters.")).toBeVisible();
  });

  it("folds the text as the platform does, and keeps it unfolded while typing goes on", async () => {
    const { user, text, preview, write } = await openPreview([linkedin]);
    await write(`${"a".repeat(210)}KRAJ`);
    expect(preview.getByText("Cut off after about 210 characters.")).toBeVisible();
    expect(preview.queryByText(/KRAJ/)).toBeNull();
    await user.click(preview.getByRole("button", { name: "…more (show the whole text)" }));
    await user.type(text, "!");
    expect(preview.getByText(/KRAJ!/)).toBeVisible();
  });

  it("shows nothing on Instagram until there is an image, and then in its shape", async () => {
    const { user, image, preview, write, paste } = await openPreview([instagram]);
    await write("Zima.");
    expect(preview.getByText("Instagram needs an image or video: not posted there")).toBeVisible();
    await paste(image, "/media/zima.jpg");
    const picture = preview.getByRole("img", { name: "Image of the post" });
    Object.defineProperties(picture, {
      naturalWidth: { value: 1080 },
      naturalHeight: { value: 1920 },
    });
    fireEvent.load(picture);
    expect(preview.getByText("Shown in full in 4:5, with margins.")).toBeVisible();

    // Another address is another picture.
    await user.type(image, "?2");
    expect(preview.queryByText("Shown in full in 4:5, with margins.")).toBeNull();
    expect(preview.getByText("Loading image")).toBeInTheDocument();
  });
});
