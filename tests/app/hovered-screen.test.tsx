import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderApp } from "../support/render-app";

const code = vi.hoisted(() => ({ comes: false, asked: 0 }));
vi.mock("@/app/pages/publishing-page", (original) => {
  code.asked++;
  if (code.comes) return original();
  throw new TypeError("Failed to fetch dynamically imported module");
});

it("asks again for a screen that did not come when the pointer was over its link", async () => {
  const { user } = await renderApp("/dashboard/content");
  const link = await screen.findByRole("link", { name: "Publishing" });
  await user.hover(link);
  // Twice, for a line may break once.
  await waitFor(() => expect(code.asked).toBe(2));
  await new Promise((resolve) => setTimeout(resolve, 100));

  code.comes = true;
  await user.click(link);
  expect(await screen.findByRole("heading", { name: "Publishing", level: 1 })).toBeVisible();
});
