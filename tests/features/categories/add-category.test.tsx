import { act, screen, waitFor, within } from "@testing-library/react";
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
  const app = await renderApp("/dashboard/config?tab=evergreen&dialog=add-category", { server });
  const form = within(await screen.findByRole("form", { name: "Add category" }));
  const list = () => call(server, categoryApi.list, { params: { id: group.id } });
  return { ...app, form, list };
}

const addCall = (line: string) => /^POST .*\/categories$/.test(line);

describe("Adding a category", () => {
  it("begins with one image post a day, generated daily", async () => {
    const { user, form, list } = await openCategories();
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
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("begins with the button of the empty list, and ends with the focus on the new row", async () => {
    const server = await startServer();
    await call(server, groupsApi.create, { body: { name: "Zima", description: null } });
    const { user, router } = await renderApp("/dashboard/config?tab=evergreen", { server });
    expect(await screen.findByText("This group has no content categories.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Add category" }));
    const form = within(await screen.findByRole("form", { name: "Add category" }));
    expect(router.state.location.search).toHaveProperty("dialog", "add-category");
    await user.type(form.getByRole("textbox", { name: "Name" }), "Vesti{Enter}");
    const edit = await screen.findByRole("button", { name: "Edit Vesti" });
    await waitFor(() => expect(edit).toHaveFocus());
  });

  it("asks before typed text is lost, and keeps it on 'Keep editing'", async () => {
    const { user, form } = await openCategories();
    await user.type(form.getByRole("textbox", { name: "Name" }), "Vesti");
    await user.keyboard("{Escape}");
    const question = within(
      await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" }),
    );
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
    expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("Vesti");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
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
    expect(form.getByText("Enter a whole number of 0 or more.")).toBeVisible();
    expect(form.getByText("Sales channel is required.")).toBeVisible();
  });

  it.each(["", "-1", "1.5"])("rejects '%s' as a number of posts", async (typed) => {
    const { user, form, wire } = await openCategories();
    const count = form.getByRole("spinbutton", { name: "Image posts per day" });

    await user.type(form.getByRole("textbox", { name: "Name" }), "Zima");
    await user.clear(count);
    if (typed) await user.type(count, typed);
    await user.click(form.getByRole("button", { name: "Add category" }));

    expect(await form.findByText("Enter a whole number of 0 or more.")).toBeVisible();
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
