import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { contentApi } from "@/features/content/contract";
import { call } from "../../support/call";
import { findToast, jsonAnswer } from "../../support/render-app";
import { openCategory } from "./support";

const ask = async (user: Awaited<ReturnType<typeof openCategory>>["user"]) => {
  await user.click(await screen.findByRole("button", { name: "Delete category" }));
  const name = "Delete the category Dnevna šala?";
  return within(await screen.findByRole("alertdialog", { name }));
};

describe("Deleting a category", () => {
  it("names what it holds, asks first, and closes its settings", async () => {
    const { user, server, category, router, stored, wire } = await openCategory();
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
    const question = await ask(user);
    expect(
      await question.findByText(
        "Also deleted: 1 content item, 0 posts waiting for approval, 0 scheduled posts and the figures of 0 published posts.",
      ),
    ).toBeVisible();
    expect(wire.sent.filter((line) => line.endsWith("/contents"))).toHaveLength(1);
    expect(await stored()).toMatchObject({ id: category });
    await user.click(question.getByRole("button", { name: "Delete category" }));
    expect(await findToast("Category deleted.")).toBeVisible();
    expect(await screen.findByText("This group has no content categories.")).toBeVisible();
    await waitFor(() => expect(router.state.location.href).not.toContain("category="));
    expect(await stored()).toBeUndefined();
  });

  it("says why the server refuses it", async () => {
    const { user, wire, stored } = await openCategory();
    const detail = "A post of this category is being published now. Try again in a minute.";
    wire.answer(/^DELETE/, () => jsonAnswer(409, { detail }));
    const question = await ask(user);
    await user.click(question.getByRole("button", { name: "Delete category" }));
    const alert = await question.findByRole("alert");
    expect(alert).toHaveTextContent("Failed to delete category.");
    expect(alert).toHaveTextContent(detail);
    expect(await stored()).toBeDefined();
  });
});
