import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { accounts, queueItems } from "../../../server/db/schema.ts";
import { insertAccount } from "../../../server/features/accounts/accounts.ts";
import { call } from "../../support/call";
import { answering, jsonAnswer, saying, startServer } from "../../support/render-app";
import { bluesky, openWith, tiktok, x } from "../accounts/support";

const instagram = {
  platform_type: "instagram" as const,
  platform_username: "zima.foto",
  credentials: { instagram_user_id: "1", access_token: "good" },
};
const publishing = (line: string) => line === "POST /api/v1/publishing/publish";

async function open(added: Parameters<typeof openWith>[0], given?: Parameters<typeof openWith>[2]) {
  const opened = await openWith(added, "direct", given);
  const form = within(await screen.findByRole("form", { name: "Publish now" }));
  const text = form.getByRole("textbox", { name: "Text content" });
  const press = () => opened.user.click(form.getByRole("button", { name: "Publish" }));
  /** Presses the button and confirms. */
  async function publish() {
    await press();
    const question = within(await screen.findByRole("alertdialog"));
    await opened.user.click(question.getByRole("button", { name: "Publish" }));
  }
  const previews = within(screen.getByRole("region", { name: "Preview" }));
  return { ...opened, form, text, press, publish, previews };
}

describe("Publishing directly", () => {
  it("asks first, naming every account, and then shows the result on each", async () => {
    const { user, text, press, form, wire } = await open([bluesky, x]);
    await user.type(text, "Sutra radimo do 22 h.");
    await press();
    const question = within(
      await screen.findByRole("alertdialog", { name: "Publish on 2 accounts?" }),
    );
    expect(question.getByText("@zima")).toBeVisible();
    expect(question.getByText("@zimska")).toBeVisible();
    expect(question.getByText("Sutra radimo do 22 h.")).toBeVisible();
    expect(wire.sent.filter(publishing)).toEqual([]);
    await user.click(question.getByRole("button", { name: "Publish" }));

    const results = within(await screen.findByRole("list", { name: "Result per account" }));
    expect(screen.getByText("Published on 2 of 2 accounts.")).toBeVisible();
    expect(results.getAllByText("Published")).toHaveLength(2);
    expect(results.getAllByRole("link", { name: "View post" })).toHaveLength(2);
    expect(form.getByRole("textbox", { name: "Text content" })).toHaveValue("");
    expect(wire.sent.filter(publishing)).toHaveLength(1);
  });

  it("waits until the platform takes posts of an account again, and says until when", async () => {
    const { user, text, publish, server } = await open([bluesky, x]);
    const held_until = new Date(server.clock.now().getTime() + 3_600_000);
    await server.database.db
      .update(accounts)
      .set({ held_until, held_because: "Too Many Requests" })
      .where(eq(accounts.platform_type, "x_twitter"));
    await user.type(text, "Sutra radimo do 22 h.");
    await publish();
    const results = within(await screen.findByRole("list", { name: "Result per account" }));
    expect(screen.getByText("Published on 1 of 2 accounts. 1 not sent yet.")).toBeVisible();
    expect(results.getByText("Not sent yet")).toBeVisible();
    const note = results.getByText(/^Too Many Requests Next try:/);
    expect(within(note).getByText(/\d\d:\d\d/)).toHaveAttribute(
      "datetime",
      held_until.toISOString(),
    );
  });

  it("has a title, which Reddit needs and the question shows", async () => {
    const { user, text, form, press, publish, server, group } = await open([bluesky]);
    await insertAccount(server.database.db, server.ports.secrets, {
      ...{ group_id: Number(group.id), platform_type: "reddit", platform_username: "zima_rs" },
      ...{ credentials: { refresh_token: "good" }, is_active: true },
    });
    const title = form.getByRole("textbox", { name: "Title" });
    expect(title).toHaveAccessibleDescription("Used as the image's alt text.");
    await user.type(text, "Sutra radimo.");
    await press();
    const first = within(
      await screen.findByRole("alertdialog", { name: "Publish on 2 accounts?" }),
    );
    expect(first.getByText(/needs a title/)).toBeVisible();
    await user.click(first.getByRole("button", { name: "Cancel" }));
    expect(title).toHaveAccessibleDescription(
      "Required for Reddit. Elsewhere used as the image's alt text.",
    );

    await user.type(title, "Radno vreme");
    await press();
    const second = within(await screen.findByRole("alertdialog"));
    expect(second.getByText("Radno vreme")).toBeVisible();
    expect(second.queryByText(/needs a title/)).toBeNull();
    await user.click(second.getByRole("button", { name: "Cancel" }));
    await publish();
    expect(await screen.findByText("Published on 2 of 2 accounts.")).toBeVisible();
    const items = await server.database.db.select().from(queueItems);
    expect(items).toMatchObject([{ title: "Radno vreme" }]);
    expect(form.getByRole("textbox", { name: "Title" })).toHaveValue("");
  });

  it("has no title where the backend takes none", async () => {
    const own = await startServer();
    const health = (await (await own.fetch("/healthz")).json()) as { capabilities: string[] };
    const capabilities = health.capabilities.filter((name) => name !== "publish-title");
    const server = await answering([saying("/healthz", { ...health, capabilities })], own);
    const { user, text, form, press, wire } = await open([bluesky], server);
    expect(form.queryByRole("textbox", { name: "Title" })).not.toBeInTheDocument();
    let body: unknown;
    wire.answer(publishing, async (request) => {
      body = await request.clone().json();
      return undefined;
    });
    await user.type(text, "Sutra.");
    await press();
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("Published on 1 of 1 account.")).toBeVisible();
    expect(body).not.toHaveProperty("title");
  });

  it("names also the accounts that were added since the screen was opened", async () => {
    const { user, text, press, server, group } = await open([bluesky]);
    await call(server, accountsApi.add, { params: { id: group.id }, body: x });
    await user.type(text, "Sutra.");
    await press();
    const question = within(
      await screen.findByRole("alertdialog", { name: "Publish on 2 accounts?" }),
    );
    expect(question.getByText("@zimska")).toBeVisible();
  });

  it("publishes only on the accounts that are chosen", async () => {
    const { user, text, press, wire } = await open([bluesky, x]);
    await user.type(text, "Sutra.");
    await press();
    const question = within(
      await screen.findByRole("alertdialog", { name: "Publish on 2 accounts?" }),
    );
    await user.click(question.getByRole("checkbox", { name: /@zimska/ }));
    expect(screen.getByRole("alertdialog", { name: "Publish on 1 account?" })).toBeVisible();
    await user.click(question.getByRole("checkbox", { name: /@zima/ }));
    await user.click(question.getByRole("button", { name: "Publish" }));
    expect(question.getByText("Please select at least one account to post to.")).toBeVisible();
    expect(wire.sent.filter(publishing)).toEqual([]);

    await user.click(question.getByRole("checkbox", { name: /@zima/ }));
    await user.click(question.getByRole("button", { name: "Publish" }));
    const results = within(await screen.findByRole("list", { name: "Result per account" }));
    expect(screen.getByText("Published on 1 of 1 account.")).toBeVisible();
    expect(results.getAllByRole("listitem")).toHaveLength(1);
  });

  it("repeats an attempt of unknown outcome on the same accounts alone", async () => {
    const { user, text, press, form, wire, server } = await open([bluesky, x]);
    wire.answer(
      publishing,
      async (request) => {
        await server.fetch(request);
        throw new TypeError("The line was cut.");
      },
      { once: true },
    );
    await user.type(text, "Sutra.");
    await press();
    const first = within(await screen.findByRole("alertdialog"));
    await user.click(first.getByRole("checkbox", { name: /@zimska/ }));
    await user.click(first.getByRole("button", { name: "Publish" }));
    expect(await form.findByText("Failed to publish. Check console for details.")).toBeVisible();

    await press();
    const again = within(await screen.findByRole("alertdialog", { name: "Publish on 1 account?" }));
    expect(again.queryByRole("checkbox")).toBeNull();
    await user.click(again.getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("Published on 1 of 1 account.")).toBeVisible();
    const posts = await server.request("publishing/scheduler-status");
    const { recently_published } = (await posts.json()) as { recently_published: unknown[] };
    expect(recently_published).toHaveLength(1);
  });

  it("says that a second press may publish twice where the server cannot tell", async () => {
    const server = await answering([saying("/healthz", { status: "ok", capabilities: [] })]);
    const { user, text, publish, press, form, wire } = await open([bluesky], server);
    wire.answer(publishing, () => new Response("", { status: 504 }));
    await user.type(text, "Sutra.");
    await publish();
    expect(await form.findByText("Failed to publish. Check console for details.")).toBeVisible();

    await press();
    const again = within(await screen.findByRole("alertdialog", { name: "Publish on 1 account?" }));
    expect(
      again.getByText(
        "The last attempt may have gone through. Publishing again may post it twice.",
      ),
    ).toBeVisible();
    expect(again.queryByRole("button", { name: "Publish" })).toBeNull();
    expect(again.getByRole("button", { name: "Try again anyway" })).toBeVisible();
    wire.answer(publishing, () => new Response("{}", { status: 400 }), { once: true });
    await user.click(again.getByRole("button", { name: "Try again anyway" }));
    await press();
    const third = within(await screen.findByRole("alertdialog"));
    expect(third.getByRole("button", { name: "Try again anyway" })).toBeVisible();
    await user.click(third.getByRole("button", { name: "Cancel" }));

    await user.type(text, " Nova.");
    await press();
    const another = within(await screen.findByRole("alertdialog"));
    expect(another.getByRole("button", { name: "Publish" })).toBeVisible();
  });

  it("says before that the picture does not load, and which account is left out: its keys were refused", async () => {
    const wrong = { ...x, credentials: { bearer_token: "wrong" } };
    const { user, text, form, press, publish } = await open([bluesky, wrong]);
    await user.type(text, "Prvi.");
    await publish();
    expect(await screen.findByText("Published on 1 of 2 accounts. 1 failed.")).toBeVisible();
    await user.type(text, "Sutra.");
    await user.type(
      form.getByRole("textbox", { name: "Image URL" }),
      "https://cdn.example.com/gone.png",
    );
    await press();
    const question = within(await screen.findByRole("alertdialog"));
    fireEvent.error(question.getByRole("img", { name: "Image of the post" }));
    expect(
      question.getByText(
        "The image does not load here. Platforms that cannot load it refuse the post.",
      ),
    ).toBeVisible();
    expect(question.getByText("Left out: @zimska · X (Twitter) (failing).")).toBeVisible();
  });

  it("names the accounts that are left out because their keys are missing or failed", async () => {
    const keyless = { ...x, platform_username: "mraz", credentials: {} };
    const { user, text, press } = await open([bluesky, keyless]);
    await user.type(text, "Sutra.");
    await press();
    const question = within(
      await screen.findByRole("alertdialog", { name: "Publish on 1 account?" }),
    );
    expect(question.getByText("Left out: @mraz · X (Twitter) (keys missing).")).toBeVisible();
    await user.click(question.getByRole("button", { name: "Publish" }));
    expect(await screen.findByText("Published on 1 of 1 account.")).toBeVisible();
  });

  it("asks for working keys if no account has them, and sends nothing", async () => {
    const { user, text, press, form, wire } = await open([{ ...x, credentials: {} }]);
    await user.type(text, "Sutra.");
    await press();
    expect(
      await form.findByText(
        "No active account of this group has working keys. Test them in Social Accounts.",
      ),
    ).toBeVisible();
    expect(wire.sent.filter(publishing)).toEqual([]);
  });

  it("sends nothing on Cancel, and keeps the text", async () => {
    const { user, text, press, wire } = await open([bluesky]);
    await user.type(text, "Sutra.");
    await press();
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel" }),
    );
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(text).toHaveValue("Sutra.");
    expect(wire.sent.filter(publishing)).toEqual([]);
  });

  it("shows why the server refused, and keeps the text", async () => {
    const { user, text, form, publish, wire } = await open([bluesky]);
    wire.answer(publishing, () => jsonAnswer(409, { detail: "The group is being deleted." }));
    await user.type(text, "Sutra.");
    await publish();
    const alert = await form.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to publish. Check console for details.");
    expect(alert).toHaveTextContent("The group is being deleted.");
    expect(text).toHaveValue("Sutra.");
  });

  it("shows the platform's error where it failed, and where to retry", async () => {
    const { user, text, publish } = await open([
      bluesky,
      { ...x, credentials: { bearer_token: "wrong" } },
    ]);
    await user.type(text, "Sutra.");
    await publish();
    expect(await screen.findByText("Published on 1 of 2 accounts. 1 failed.")).toBeVisible();
    const results = within(screen.getByRole("list", { name: "Result per account" }));
    expect(results.getByText(/403 Unsupported Authentication/)).toBeVisible();
    expect(screen.getByText(/Retry failed posts in Publishing/)).toBeVisible();
  });

  it("requires a text, and a valid image URL", async () => {
    const { user, form, press, wire } = await open([bluesky]);
    await user.type(form.getByRole("textbox", { name: "Image URL" }), "zima.png");
    await press();
    expect(await form.findByText("Text content is required.")).toBeVisible();
    expect(form.getByText(/Image URL must start with/)).toBeVisible();
    expect(form.getByRole("textbox", { name: "Text content" })).toHaveFocus();
    expect(wire.sent.filter(publishing)).toEqual([]);
  });

  it("leaves out accounts that require an image, and refuses if all of them do", async () => {
    const { user, form, text, press, previews } = await open([instagram]);
    expect(previews.getByText("Left out: needs an image or video.")).toBeVisible();
    expect(previews.getByText("Publishes to 0 accounts")).toBeVisible();
    await user.type(text, "Sutra.");
    await press();
    expect(
      await form.findByText("Every active account of this group needs an image or video."),
    ).toBeVisible();
    await user.type(form.getByRole("textbox", { name: "Image URL" }), "/media/zima.png");
    expect(previews.getByText("Publishes to 1 account")).toBeVisible();
    await press();
    expect(await screen.findByRole("alertdialog", { name: "Publish on 1 account?" })).toBeVisible();
  });

  it("shows the text's length on every active platform, and what would be refused", async () => {
    const { user, text, previews, press } = await open([bluesky, x, tiktok]);
    await user.click(text);
    await user.paste("š".repeat(290));
    expect(previews.getByText("290 / 300")).toBeVisible();
    expect(previews.getByText(/290 \/ 280 · 10 over$/)).toHaveAttribute(
      "title",
      "weighted characters",
    );
    // It is inactive: its session was not primed.
    expect(previews.queryByText("TikTok")).not.toBeInTheDocument();
    await press();
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("10 over the limit of 280 weighted characters")).toBeVisible();
  });

  it("says what a link costs on X, where it is real, and nothing without one", async () => {
    const health = { status: "ok", outside: { x_twitter: "real" }, capabilities: [] };
    const { user, text, previews, press } = await open(
      [x],
      await answering([saying("/healthz", health)]),
    );
    await user.type(text, "Sutra.");
    expect(previews.queryByText(/costs/)).toBeNull();
    await user.type(text, " primer.rs");
    expect(await previews.findByText(/ · link costs \$0\.20$/)).toBeVisible();
    await press();
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("link costs $0.20")).toBeVisible();
  });

  it("says in a rehearsal that nothing is published", async () => {
    const health = { status: "ok", outside: { x_twitter: "held" }, capabilities: [] };
    const { user, text, press } = await open([x], await answering([saying("/healthz", health)]));
    await user.type(text, "Sutra.");
    await press();
    const question = within(await screen.findByRole("alertdialog"));
    expect(
      question.getByText(
        "Rehearsal: the server is held, so nothing is published and the post fails.",
      ),
    ).toBeVisible();
    expect(question.queryByText(/publishes immediately/)).toBeNull();
  });

  it("says nothing of costs in the sandbox", async () => {
    const { user, text, previews, press } = await open([x]);
    await user.type(text, "Sutra: primer.rs");
    expect(previews.queryByText(/costs/)).toBeNull();
    await press();
    expect((await screen.findByRole("alertdialog")).textContent).not.toContain("costs");
  });

  it("reports that there is no account to publish on", async () => {
    const { user } = await openWith([tiktok], "direct");
    expect(
      await screen.findByText("This group has no active account to publish on."),
    ).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Open Social Accounts" }));
    expect(await screen.findByRole("tab", { name: "Social Accounts" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
  });

  it("keeps the typed text over a reload, and asks before the tab is left", async () => {
    const { user, text } = await open([bluesky]);
    await user.type(text, "Sutra.");
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    expect(JSON.stringify({ ...sessionStorage })).toContain("Sutra.");
    await user.click(screen.getByRole("tab", { name: "Social Accounts" }));
    expect(
      await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" }),
    ).toBeVisible();
  });
});
