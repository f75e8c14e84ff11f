import { screen, waitFor, within } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runwayOf } from "@/features/generation/runway";
import { api, findToast, jsonAnswer, renderApp, startServer } from "../../support/render-app";

const category = {
  name: "Dnevna šala",
  category_type: "evergreen",
  image_posts_per_day: 1,
  video_posts_per_day: 0,
  text_posts_per_day: 0,
  daily_generation_active: true,
  category_prompt: null,
  shopify_sales_channel: "Online Store",
  shopify_product_tag: null,
};

async function openLibrary() {
  const server = await startServer();
  const group = await api<{ id: number }>(server, "POST publishing/account-groups", {
    name: "Zima",
    description: null,
  });
  await api(server, `POST publishing/account-groups/${group.id}/categories`, category);
  const app = await renderApp("/dashboard/content", { server });
  const status = within(await screen.findByRole("region", { name: "Generation Status" }));
  await status.findByText("Dnevna šala");
  return { ...app, status };
}

describe("generation status", () => {
  it("shows what each category has and lacks", async () => {
    const { status } = await openLibrary();

    const row = status.getByRole("row", { name: /^Dnevna šala 0 0 1 0 1/ });
    expect(within(row).getByRole("rowheader", { name: "Dnevna šala" })).toBeVisible();
  });

  it("has a post generated, which then waits for approval", async () => {
    const { user, status, server } = await openLibrary();

    await user.click(status.getByRole("button", { name: "Generate image post" }));
    expect(await findToast(/1 image post/)).toBeVisible();
    await server.runJobs();

    const queue = await api<unknown[]>(
      server,
      "GET publishing/content-queue?status=pending_approval",
    );
    expect(queue).toEqual([expect.objectContaining({ category_name: "Dnevna šala" })]);
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() =>
      expect(status.getByRole("row", { name: /^Dnevna šala 1 1 1 0 1/ })).toBeVisible(),
    );
  });

  it("asks for nothing that the category has no quota for", async () => {
    const { user, status, wire } = await openLibrary();

    await user.click(status.getByRole("button", { name: "Generate text post" }));

    expect(await findToast("This category has no text posts quota set.")).toBeVisible();
    expect(wire.sent.filter((line) => line.startsWith("POST"))).toEqual([]);
  });

  it.each([
    ["Generate image post", "Failed to queue task."],
    ["Generate image quota", "Failed to queue all tasks."],
  ])("says when '%s' is refused, in the server's words too", async (button, text) => {
    const { user, status, wire } = await openLibrary();
    wire.answer(
      (line) => line.startsWith("POST"),
      () => jsonAnswer(409, { detail: "The generator is paused." }),
    );

    await user.click(status.getByRole("button", { name: button }));

    expect(await findToast(text)).toBeVisible();
    expect(await findToast("The generator is paused.")).toBeVisible();
  });

  it("keeps what it shows when it cannot be renewed, and says so quietly", async () => {
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
  async function openGenerator() {
    const app = await openLibrary();
    await app.user.click(screen.getByRole("button", { name: "Show AI Content Generator" }));
    const form = within(await screen.findByRole("form", { name: "AI Content Generator" }));
    return { ...app, form };
  }

  it("makes an approved post from the operator's own text, and names the task", async () => {
    const { user, form, server } = await openGenerator();

    await user.selectOptions(
      await form.findByRole("combobox", { name: "Content category" }),
      "Dnevna šala",
    );
    await user.type(form.getByRole("textbox", { name: "Post text" }), "Nova kolekcija je stigla.");
    await user.click(form.getByRole("button", { name: "Generate and Approve" }));

    expect(await findToast(/^Generation started. Task \S+/)).toBeVisible();
    await server.runJobs();
    expect(await api(server, "GET publishing/content-queue?status=approved")).toEqual([
      expect.objectContaining({ text_content: "Nova kolekcija je stigla." }),
    ]);
  });

  it("asks for what is missing, and completes the failure with the server's words", async () => {
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

    expect(await form.findByText("Failed to start generation: No model answers.")).toBeVisible();
    expect(form.getByRole("textbox", { name: "Post text" })).toHaveValue("Zima");
  });
});

it("a pool lasts as long as its quota lets it, and for ever without one", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 100 }), (unused_pool_count, daily_quota) => {
      const days = runwayOf({ unused_pool_count, daily_quota });
      if (daily_quota === 0) expect(days).toBeNull();
      else expect((days ?? 0) * daily_quota).toBeCloseTo(unused_pool_count);
    }),
  );
});
