import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { categoryApi } from "@/entities/category/contract";
import { call } from "../../support/call";
import { findIn } from "../../support/find-in";
import { findToast, renderApp, startServer } from "../../support/render-app";
import { createGroup, serverWith } from "../groups/support";

async function openCategories() {
  const server = await startServer();
  const group = await createGroup(server);
  const app = await renderApp("/dashboard/config?tab=evergreen&dialog=add-category", { server });
  const form = await findIn("form", "Add category");
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
    const { server } = await serverWith("Zima");
    const { user, router } = await renderApp("/dashboard/config?tab=evergreen", { server });
    expect(await screen.findByText("This group has no content categories.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Add category" }));
    const form = await findIn("form", "Add category");
    expect(router.state.location.search).toHaveProperty("dialog", "add-category");
    await user.type(form.getByRole("textbox", { name: "Name" }), "Vesti{Enter}");
    const edit = await screen.findByRole("button", { name: "Edit Vesti" });
    await waitFor(() => expect(edit).toHaveFocus());
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

  it("shows all missing and wrong fields at once, before anything is sent", async () => {
    const { user, form, wire } = await openCategories();
    await user.selectOptions(form.getByRole("combobox", { name: "Category type" }), "Sales");
    await user.clear(form.getByRole("textbox", { name: "Sales channel" }));
    const images = form.getByRole("spinbutton", { name: "Image posts per day" });
    await user.clear(images);
    await user.click(form.getByRole("button", { name: "Add category" }));

    expect(await form.findByText("Name is required.")).toBeVisible();
    expect(form.getByText("Enter a whole number of 0 or more.")).toBeVisible();
    expect(form.getByText("Sales channel is required.")).toBeVisible();

    await user.type(form.getByRole("textbox", { name: "Name" }), "Zima");
    await user.type(form.getByRole("textbox", { name: "Sales channel" }), "Online Store");
    await user.type(images, "-1");
    await user.type(form.getByRole("spinbutton", { name: "Video posts per day" }), ".5");
    await user.click(form.getByRole("button", { name: "Add category" }));
    await waitFor(() =>
      expect(form.getAllByText("Enter a whole number of 0 or more.")).toHaveLength(2),
    );
    expect(wire.sent.filter(addCall)).toEqual([]);
  });
});
