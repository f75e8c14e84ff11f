import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { contentApi } from "@/features/content/contract";
import { call } from "../../support/call";
import { noDialog } from "../../support/find-in";
import { findToast } from "../../support/render-app";
import { openCategory, openStored, patch } from "./support";

describe("A category's settings", () => {
  it("are opened from the list, with their values, and closed again", async () => {
    const { user, router, category } = await openCategory();
    await user.click(await screen.findByRole("button", { name: "Close editor" }));
    expect(screen.queryByRole("form", { name: "Category settings" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Edit Dnevna šala" }));
    expect(await screen.findByRole("heading", { name: "Editing “Dnevna šala”" })).toHaveFocus();
    expect(router.state.location.search).toMatchObject({ category });
    const form = within(screen.getByRole("form", { name: "Category settings" }));
    expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("Dnevna šala");
    expect(form.getByRole("spinbutton", { name: "Image posts per day" })).toHaveValue(1);
    expect(form.getByRole("textbox", { name: "Category prompt" })).toHaveValue("Short.");
  });

  it("have the category's items below them on request, as in the Content Library", async () => {
    const { user, server, category, router } = await openCategory();
    await call(server, contentApi.add, {
      params: { id: category },
      body: {
        text_content: "Zima je.",
        title: null,
        reddit_title: null,
        reddit_body: null,
        image_url: null,
        image_prompt: null,
      },
    });
    await user.click(await screen.findByRole("button", { name: "Open items" }));
    expect(await screen.findByText("Zima je.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "New item" }));
    expect(await screen.findByRole("dialog", { name: "New content item" })).toBeVisible();
    expect(router.state.location.search).toMatchObject({
      category,
      items: true,
      dialog: "new-item",
    });
    await user.keyboard("{Escape}");
    await noDialog();

    await user.click(screen.getByRole("button", { name: "Hide items" }));
    await waitFor(() => expect(screen.queryByText("Zima je.")).not.toBeInTheDocument());
  });

  it("are saved, and marked as unsaved until then", async () => {
    const { user, form: formOf, stored } = await openCategory();
    const form = await formOf("Category settings");
    const section = within(screen.getByRole("region", { name: "Category settings" }));
    expect(section.queryByText("Unsaved")).not.toBeInTheDocument();

    await user.clear(form.getByRole("textbox", { name: "Name" }));
    await user.type(form.getByRole("textbox", { name: "Name" }), "Večernja šala");
    await user.selectOptions(form.getByRole("combobox", { name: "Category type" }), "Sales");
    await user.clear(form.getByRole("spinbutton", { name: "Text posts per day" }));
    await user.type(form.getByRole("spinbutton", { name: "Text posts per day" }), "3");
    await user.click(form.getByRole("checkbox", { name: "Daily generation" }));
    const auto = within(form.getByRole("group", { name: "Auto-approve" }));
    await user.click(auto.getByRole("checkbox", { name: "Image" }));
    await user.click(form.getByRole("checkbox", { name: "Use AI mascot" }));
    await user.type(form.getByRole("textbox", { name: "Product tag" }), "zima");
    expect(section.getByText("Unsaved")).toBeVisible();
    await user.click(form.getByRole("button", { name: "Save category" }));

    expect(await findToast("Category saved.")).toBeVisible();
    expect(await stored()).toMatchObject({
      name: "Večernja šala",
      category_type: "sales",
      image_posts_per_day: 1,
      text_posts_per_day: 3,
      daily_generation_active: false,
      auto_approve_content_types: { text: false, image: true, video: false },
      use_ai_mascot: true,
      shopify_product_tag: "zima",
    });
    await waitFor(() => expect(section.queryByText("Unsaved")).not.toBeInTheDocument());
    expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("Večernja šala");
    expect(await screen.findByRole("rowheader", { name: "Večernja šala" })).toBeVisible();
  });

  it("require a name, whole numbers, and a sales channel for a sales category", async () => {
    const { user, form: formOf, wire } = await openCategory();
    const form = await formOf("Category settings");
    await user.clear(form.getByRole("textbox", { name: "Name" }));
    await user.clear(form.getByRole("spinbutton", { name: "Video posts per day" }));
    await user.click(form.getByRole("button", { name: "Save category" }));
    expect(await form.findByText("Name is required.")).toBeVisible();
    expect(form.getByText("Enter a whole number of 0 or more.")).toBeVisible();
    expect(form.getByRole("textbox", { name: "Name" })).toHaveFocus();

    await user.type(form.getByRole("textbox", { name: "Name" }), "Akcija");
    await user.type(form.getByRole("spinbutton", { name: "Video posts per day" }), "0");
    await user.selectOptions(form.getByRole("combobox", { name: "Category type" }), "Weekly sale");
    await user.clear(form.getByRole("textbox", { name: "Sales channel" }));
    await user.click(form.getByRole("button", { name: "Save category" }));
    expect(await form.findByText("Sales channel is required.")).toBeVisible();
    expect(wire.sent.filter(patch)).toEqual([]);
  });

  it("keep the typed text when the editor is closed, and ask before the tab is left", async () => {
    const { user, form: formOf } = await openCategory();
    const form = await formOf("Category settings");
    await user.type(form.getByRole("textbox", { name: "Category prompt" }), " And warm.");
    await user.click(screen.getByRole("button", { name: "Close editor" }));
    await user.click(screen.getByRole("button", { name: "Edit Dnevna šala" }));
    const again = await formOf("Category settings");
    await waitFor(() =>
      expect(again.getByRole("textbox", { name: "Category prompt" })).toHaveValue(
        "Short. And warm.",
      ),
    );
    await user.click(screen.getByRole("tab", { name: "Settings" }));
    expect(
      await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" }),
    ).toBeVisible();
  });

  it("do not change a type that only a newer server knows", async () => {
    const {
      user,
      bodies,
      form: formOf,
    } = await openStored({
      category_type: "seasonal",
      enabled_platforms: ["mastodon"],
    });
    const form = await formOf("Category settings");
    expect(form.getByRole("combobox", { name: "Category type" })).toHaveDisplayValue("seasonal");
    await user.click(form.getByRole("button", { name: "Save category" }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).not.toHaveProperty("category_type");

    const places = within(screen.getByRole("form", { name: "Enabled platforms" }));
    expect(places.getByRole("checkbox", { name: "mastodon" })).toBeChecked();
    await user.click(places.getByRole("checkbox", { name: "Bluesky" }));
    await user.click(places.getByRole("button", { name: "Save platforms" }));
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toEqual({ enabled_platforms: ["bluesky", "mastodon"] });
  });

  const flairs = (...list: readonly unknown[]) => ({
    reddit_settings: { subreddits: ["serbia"], flairs: list },
  });
  it.each([
    [
      "an approval of a newer server",
      "Category settings",
      { auto_approve_content_types: { text: true, image: false, video: false, audio: true } },
      undefined,
    ],
    [
      "Reddit fields of a newer server",
      "Reddit settings",
      {
        reddit_settings: {
          subreddits: ["serbia"],
          flairs: [
            { subreddit: "serbia", id: "2f5e", text: "Vesti", colour: "red" },
            { emoji: "x" },
          ],
          crosspost: { to: ["hiking"] },
        },
      },
      undefined,
    ],
    ["ids alone", "Reddit settings", flairs("a1", 12, "b2"), "a1, 12, b2"],
    [
      "flairs that name no subreddit",
      "Reddit settings",
      flairs({ id: "a1", text: "Humor", mod_only: false }),
      "a1",
    ],
    [
      "names with r/",
      "Reddit settings",
      flairs({ subreddit: "r/Serbia", id: 7, text: "Vesti" }, "b2"),
      "7, b2",
    ],
  ])("send back unchanged what another server has stored: %s", async (_, name, stored, ids) => {
    const { user, bodies, form: formOf } = await openStored(stored);
    const form = await formOf(name);
    if (ids) expect(form.getByLabelText("Manual flair ids")).toHaveValue(ids);
    await user.click(form.getByRole("button", { name: /^Save / }));
    await waitFor(() => expect(bodies).toMatchObject([stored]));
  });
});

describe("Enabled platforms", () => {
  it("distinguish all, some and none", async () => {
    const { user, form: formOf, stored } = await openCategory();
    const form = await formOf("Enabled platforms");
    const all = form.getByRole("checkbox", { name: "All active platforms" });
    const save = async () => {
      await user.click(form.getByRole("button", { name: "Save platforms" }));
      await waitFor(() =>
        expect(
          within(screen.getByRole("region", { name: "Enabled platforms" })).queryByText("Unsaved"),
        ).not.toBeInTheDocument(),
      );
    };
    expect(all).toBeChecked();
    expect(form.getByRole("checkbox", { name: "Bluesky" })).toBeDisabled();

    await user.click(all);
    expect(form.getByText(/No platform is enabled/)).toBeVisible();
    await save();
    expect((await stored())?.enabled_platforms).toEqual([]);

    await user.click(form.getByRole("checkbox", { name: "Reddit" }));
    await user.click(form.getByRole("checkbox", { name: "Bluesky" }));
    await save();
    expect((await stored())?.enabled_platforms).toEqual(["bluesky", "reddit"]);

    await user.click(all);
    await save();
    expect((await stored())?.enabled_platforms).toBeNull();
  });
});
