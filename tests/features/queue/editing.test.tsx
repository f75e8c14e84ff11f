import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { queueApi } from "@/features/queue/contract";
import { capabilities } from "@/shared/api/capabilities";
import { insertAccount } from "../../../server/features/accounts/accounts.ts";
import { call } from "../../support/call";
import { findQuestion, findRegion } from "../../support/on-screen";
import { answerWith, sentTo } from "../../support/on-wire";
import { findToast, renderApp } from "../../support/render-app";
import { openCards, pendingPosts, sayingNoDestinations, writePosts } from "./support";

async function open(opening: Parameters<typeof openCards>[0]) {
  const app = await openCards(opening);
  const { user, queue, server, id } = app;
  const findForm = async () => within(await queue.findByRole("form", { name: `Edit post #${id}` }));
  const edit = async () => {
    const [button] = await queue.findAllByRole("button", { name: "Edit" });
    await user.click(button ?? document.body);
    const form = await findForm();
    await form.findByRole("textbox", { name: "Text" });
    return form;
  };
  const write = async (text: string, name = "Text") => {
    const form = await edit();
    const field = form.getByRole("textbox", { name });
    await user.clear(field);
    await user.type(field, text);
    const save = () => user.click(form.getByRole("button", { name: "Save" }));
    return { ...form, field, save };
  };
  const changeElsewhere = async (change: { text_content?: string; title?: string }) => {
    const [post] = await stored();
    server.clock.advance(1_000);
    await call(server, queueApi.edit, {
      params: { id },
      body: { ...change, expected_updated_at: post?.updated_at ?? null },
    });
  };
  const stored = () => pendingPosts(server);
  return { ...app, edit, findForm, write, changeElsewhere, stored };
}

const patching = (line: string) => line.startsWith("PATCH ");

describe("Editing a post in the queue", () => {
  it("begins with its text in the focus, and saves only what was changed", async () => {
    const { user, queue, stored, id, edit, wire } = await open({ image: 2 });
    const form = await edit();
    const text = form.getByRole("textbox", { name: "Text" });
    expect(text).toHaveFocus();
    await user.clear(text);
    await user.type(text, "Bez greške.");
    const title = form.getByRole("textbox", { name: "Title" });
    await user.clear(title);
    await user.type(title, "Naslov");
    await user.click(form.getByRole("button", { name: "Save" }));

    expect(await findToast("Post saved.")).toBeVisible();
    expect(await queue.findByText("Bez greške.")).toBeVisible();
    expect(queue.getByText(`#${id}`).closest("li")).toHaveFocus();
    const [saved] = await stored();
    expect(saved).toMatchObject({ id, text_content: "Bez greške.", title: "Naslov" });
    expect(saved?.image_url).toBeTruthy();
    expect(sentTo(wire, patching)).toHaveLength(1);
  });

  it("says that Reddit requires a title only where the post goes out there", async () => {
    const { edit, server, group } = await open({ image: 1 });
    const title = (await edit()).getByRole("textbox", { name: "Title" });
    expect(title).not.toHaveAccessibleDescription();

    await insertAccount(server.database.db, server.ports.secrets, {
      ...{ group_id: group.id, platform_type: "reddit", platform_username: "zima_rs" },
      ...{ credentials: { refresh_token: "good" }, is_active: true },
    });
    cleanup();
    const { user } = await renderApp("/dashboard/publishing", { server });
    const queue = await findRegion("Content Approval Queue");
    await user.click(await queue.findByRole("button", { name: "Edit" }));
    const again = await queue.findByRole("textbox", { name: "Title" });
    expect(again).toHaveAccessibleDescription("Required for Reddit");
  });

  it("opens with the key e, and types nothing by it", async () => {
    const { user, findForm } = await open({ image: 1 });
    await user.keyboard("j");
    const before = document.activeElement?.textContent ?? "";
    await user.keyboard("e");
    const text = await (await findForm()).findByRole("textbox", { name: "Text" });
    await waitFor(() => expect(text).toHaveFocus());
    expect(before).toContain((text as HTMLTextAreaElement).value.slice(0, 20));
  });

  it("approves the saved text without asking whether it was read", async () => {
    const { user, queue, write } = await open({ image: 1 });
    const { save } = await write("Bez greške.");
    await save();
    await queue.findByText("Bez greške.");
    await user.click(queue.getByRole("button", { name: "Approve" }));
    expect(await findToast(/^Approved\. Goes out at .+ on Bluesky\.$/)).toBeVisible();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("shows while typing how the text fits the platforms", async () => {
    const { user, edit } = await open({ image: 1 });
    const form = await edit();
    const text = form.getByRole("textbox", { name: "Text" });
    await user.clear(text);
    await user.click(text);
    await user.paste("a".repeat(313));
    expect(await form.findByText("Bluesky 313 / 300 · 13 over")).toBeVisible();
    await user.clear(text);
    await user.type(text, "Čaj");
    expect(await form.findByText("Bluesky 3 / 300")).toBeVisible();
  });

  it("counts on the active platforms of the group if it is not known where it goes out", async () => {
    const { write } = await open({ image: 1, rules: sayingNoDestinations });
    const { findByText } = await write("Čaj");
    expect(await findByText("Bluesky 3 / 300")).toBeVisible();
  });

  it("opens by a click on the text", async () => {
    const { user, queue, findForm } = await open({ image: 1 });
    await user.click(queue.getByText(/./, { selector: "[data-edits] p" }));
    const text = await (await findForm()).findByRole("textbox", { name: "Text" });
    await waitFor(() => expect(text).toHaveFocus());
  });

  it("does not open by a click that selects text, unfolds it, or where nothing can be edited", async () => {
    const { user, queue, server, refresh, id } = await open({ image: 1 });
    await writePosts(server, { text_content: "Čaj i ćebe.\n".repeat(6) });
    await refresh();
    await user.click(await queue.findByRole("button", { name: "Show more" }));
    const text = queue.getByText(/^Čaj i ćebe/);
    await user.pointer([
      { keys: "[MouseLeft>]", target: text, offset: 0 },
      { target: text, offset: 3 },
      { keys: "[/MouseLeft]" },
    ]);
    expect(getSelection()?.toString()).toBe("Čaj");
    expect(queue.queryByRole("form")).toBeNull();

    act(() => capabilities.announce([]));
    await user.click(text);
    expect(queue.queryByRole("form", { name: `Edit post #${id}` })).toBeNull();
    expect(queue.getByRole("button", { name: "Approve" })).toBeVisible();
  });

  it("refuses an empty text, and shows the server's refusal in the form", async () => {
    const { user, edit, wire } = await open({ image: 1 });
    const form = await edit();
    await user.clear(form.getByRole("textbox", { name: "Text" }));
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText("Text is required.")).toBeVisible();
    const image = form.getByRole("textbox", { name: "Image" });
    await user.clear(image);
    await user.type(image, "slika.jpg");
    expect(await form.findByText("Image must start with http://, https:// or /.")).toBeVisible();
    await user.clear(image);
    await user.type(image, "/media/slika.jpg");
    expect(sentTo(wire, patching)).toEqual([]);

    answerWith(wire, patching, 409, { detail: "This post is published." });
    await user.type(form.getByRole("textbox", { name: "Text" }), "Kasno.");
    await user.click(form.getByRole("button", { name: "Save" }));
    const alert = await form.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to save post.This post is published.");
    expect(form.getByRole("textbox", { name: "Text" })).toHaveValue("Kasno.");
  });

  it("asks before Cancel drops what was typed", async () => {
    const { user, queue, stored, id, posts, write } = await open({ image: 1 });
    const form = await write("Ovo neće ostati.");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    const question = await findQuestion("Discard unsaved changes?");
    await user.click(question.getByRole("button", { name: "Discard" }));
    expect(await queue.findByRole("button", { name: "Edit" })).toBeVisible();
    expect(queue.queryByText("Ovo neće ostati.")).toBeNull();
    const card = queue.getByText(`#${id}`).closest("li");
    await waitFor(() => expect(card).toHaveFocus());
    expect(await stored()).toMatchObject([{ text_content: posts[0]?.text_content }]);
  });

  it("is left with Escape, which asks first if something was typed", async () => {
    const { user, queue, id, edit, write } = await open({ image: 1 });
    await edit();
    await user.keyboard("{Escape}");
    expect(await queue.findByRole("button", { name: "Edit" })).toBeVisible();
    expect(queue.getByText(`#${id}`).closest("li")).toHaveFocus();

    const form = await write("Ovo ostaje.");
    await user.keyboard("{Escape}");
    await findQuestion("Discard unsaved changes?");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(form.getByRole("textbox", { name: "Text" })).toHaveValue("Ovo ostaje.");
  });

  it("keeps the draft over a reload", async () => {
    const first = await open({ image: 1 });
    await first.write("Još nije gotovo.");
    // As a reload does: the page is gone, the tab's storage stays.
    cleanup();
    await renderApp("/dashboard/publishing", { server: first.server });
    const queue = await findRegion("Content Approval Queue");
    expect(await queue.findByRole("textbox", { name: "Text" })).toHaveValue("Još nije gotovo.");
  });

  it("keeps the text, and says so, if somebody else decides on the post meanwhile", async () => {
    const { queue, server, router, refresh, id, write } = await open({ image: 2 });
    await write("Još nije gotovo.");
    await call(server, queueApi.approve, { params: { id } });
    await refresh();
    expect(await findToast(`Your edit of post #${id} is kept, but not saved.`)).toBeVisible();
    await act(() =>
      router.navigate({ to: "/dashboard/publishing", search: { status: "approved" } }),
    );
    expect(await queue.findByRole("textbox", { name: "Text" })).toHaveValue("Još nije gotovo.");
  });

  it("keeps a post that is edited out of the decisions on many, and from the keys", async () => {
    const { user, queue, stored, edit } = await open({ image: 2 });
    await edit();
    const [first, second] = queue.getAllByRole("checkbox");
    expect(first).toBeDisabled();
    await user.click(second as HTMLElement);
    await user.click(queue.getByRole("button", { name: "Approve selected" }));
    expect(await queue.findByText("1 approved.")).toBeVisible();
    expect(await stored()).toHaveLength(1);
  });
});

describe("A post that somebody else changes meanwhile", () => {
  it("is not overwritten: both texts are shown, and mine can be kept", async () => {
    const { user, stored, write, changeElsewhere } = await open({ image: 1 });
    const { save, ...form } = await write("Moja verzija.");
    await changeElsewhere({ text_content: "Tuđa verzija." });
    await save();

    expect(await form.findByText("Changed meanwhile")).toBeVisible();
    for (const [name, text] of [
      ["Now", "Tuđa verzija."],
      ["Yours", "Moja verzija."],
    ] as const) {
      expect(within(form.getByRole("region", { name })).getByText(text)).toBeVisible();
    }
    expect(await stored()).toMatchObject([{ text_content: "Tuđa verzija." }]);

    await user.click(form.getByRole("button", { name: "Keep mine" }));
    expect(form.queryByText("Changed meanwhile")).toBeNull();
    await save();
    expect(await findToast("Post saved.")).toBeVisible();
    expect(await stored()).toMatchObject([{ text_content: "Moja verzija." }]);
  });

  it("shows both titles if they differ", async () => {
    const { stored, write, changeElsewhere } = await open({ image: 1 });
    const { save, ...form } = await write("Moj naslov", "Title");
    await changeElsewhere({ title: "Tuđi naslov" });
    await save();

    const now = await form.findByRole("region", { name: "Now" });
    expect(now).toHaveTextContent("Title: Tuđi naslov");
    expect(form.getByRole("region", { name: "Yours" })).toHaveTextContent("Title: Moj naslov");
    expect(now).not.toHaveTextContent("Image:");
    expect(await stored()).toMatchObject([{ title: "Tuđi naslov" }]);
  });

  it("gives way to the present one if the operator takes it", async () => {
    const { user, stored, refresh, write, changeElsewhere } = await open({ image: 1 });
    const form = await write("Moja verzija.");
    await changeElsewhere({ text_content: "Tuđa verzija." });
    // The next poll shows it, before anything is saved.
    await refresh();
    await user.click(await form.findByRole("button", { name: "Use the current one" }));
    await waitFor(() => expect(form.field).toHaveValue("Tuđa verzija."));
    expect(form.queryByText("Changed meanwhile")).toBeNull();
    expect(await stored()).toMatchObject([{ text_content: "Tuđa verzija." }]);
  });
});
