import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { categoryApi } from "@/entities/category/contract";
import { groupsApi } from "@/features/groups/contract";
import { call } from "../../support/call";
import { findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";

async function openCategories() {
  const server = await startServer();
  const group = await call(server, groupsApi.create, {
    body: {
      name: "Zima",
      description: null,
    },
  });
  const app = await renderApp("/dashboard/config?tab=evergreen", { server });
  const form = within(await screen.findByRole("form", { name: "Add category" }));
  const list = () => call(server, categoryApi.list, { params: { id: group.id } });
  return { ...app, form, list };
}

const addCall = (line: string) => /^POST .*\/categories$/.test(line);

describe("Adding a category", () => {
  it("begins with one image post a day, generated daily", async () => {
    const { user, form, list } = await openCategories();
    expect(await screen.findByText("This group has no content categories.")).toBeVisible();

    await user.type(form.getByRole("textbox", { name: "Name" }), "Dnevna šala");
    await user.click(form.getByRole("button", { name: "Add category" }));

    expect(await screen.findByRole("rowheader", { name: "Dnevna šala" })).toBeVisible();
    expect(screen.getByRole("cell", { name: "1 image" })).toBeVisible();
    expect(await findToast("Category added.")).toBeVisible();
    expect(await list()).toEqual([
      expect.objectContaining({
        category_type: "evergreen",
        image_posts_per_day: 1,
        video_posts_per_day: 0,
        text_posts_per_day: 0,
        daily_generation_active: true,
      }),
    ]);
    expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("");
  });

  it("requires a sales channel for a sales category, and only for that", async () => {
    const { user, form, wire } = await openCategories();
    expect(form.queryByRole("textbox", { name: "Sales channel" })).not.toBeInTheDocument();

    await user.type(form.getByRole("textbox", { name: "Name" }), "Akcija");
    await user.selectOptions(form.getByRole("combobox", { name: "Category type" }), "Sales");
    const channel = form.getByRole("textbox", { name: "Sales channel" });
    expect(channel).toHaveValue("Online Store");
    await user.clear(channel);
    await user.click(form.getByRole("button", { name: "Add category" }));

    expect(await form.findByText("Sales channel is required.")).toBeVisible();
    expect(wire.sent.filter(addCall)).toEqual([]);
  });

  it("shows all missing fields at once", async () => {
    const { user, form } = await openCategories();
    await user.selectOptions(form.getByRole("combobox", { name: "Category type" }), "Sales");
    await user.clear(form.getByRole("textbox", { name: "Sales channel" }));
    await user.clear(form.getByRole("spinbutton", { name: "Image posts per day" }));
    await user.click(form.getByRole("button", { name: "Add category" }));

    expect(await form.findByText("Name is required.")).toBeVisible();
    expect(form.getByText("A whole number of 0 or more is required.")).toBeVisible();
    expect(form.getByText("Sales channel is required.")).toBeVisible();
  });

  it.each(["", "-1", "1.5"])("rejects '%s' as a number of posts", async (typed) => {
    const { user, form, wire } = await openCategories();
    const count = form.getByRole("spinbutton", { name: "Image posts per day" });

    await user.type(form.getByRole("textbox", { name: "Name" }), "Zima");
    await user.clear(count);
    if (typed) await user.type(count, typed);
    await user.click(form.getByRole("button", { name: "Add category" }));

    expect(await form.findByText("A whole number of 0 or more is required.")).toBeVisible();
    expect(wire.sent.filter(addCall)).toEqual([]);
  });

  it("shows why the server refused", async () => {
    const { user, form, wire } = await openCategories();
    wire.answer(addCall, () => jsonAnswer(409, { detail: "There is one of this name." }));

    await user.type(form.getByRole("textbox", { name: "Name" }), "Zima");
    await user.click(form.getByRole("button", { name: "Add category" }));

    const alert = await form.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to create category.");
    expect(alert).toHaveTextContent("There is one of this name.");
  });

  it("shows why the categories cannot be loaded, and tries again on request", async () => {
    const server = await startServer();
    await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
    const { user, wire } = await renderApp("/dashboard/config", { server });
    wire.answer(
      (line) => /^GET .*\/categories$/.test(line),
      () => jsonAnswer(500, { detail: "The disk is full." }),
      { once: true },
    );
    await user.click(await screen.findByRole("tab", { name: "Evergreen Content" }));
    expect(await screen.findByText("Failed to fetch content categories.")).toBeVisible();
    expect(screen.getByText("The disk is full.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("This group has no content categories.")).toBeVisible();
  });

  it("keeps showing the categories, with their time, when they cannot be refreshed", async () => {
    const { user, form, wire, router } = await openCategories();
    await user.type(form.getByRole("textbox", { name: "Name" }), "Zima");
    await user.click(form.getByRole("button", { name: "Add category" }));
    await screen.findByRole("rowheader", { name: "Zima" });
    wire.answer(
      (line) => /^GET .*\/categories$/.test(line),
      () => jsonAnswer(500, {}),
    );
    await act(() => router.options.context.queryClient.invalidateQueries());
    expect(
      await screen.findByText(/^Failed to fetch content categories\. Showing \d\d:\d\d:\d\d\.$/),
    ).toBeVisible();
    expect(screen.getByRole("rowheader", { name: "Zima" })).toBeVisible();
  });
});
