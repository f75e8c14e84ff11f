import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { failedChunks } from "@/shared/lazy/failed-chunks";
import { renderApp } from "../support/render-app";

const code = vi.hoisted(() => ({ canLoad: false, loads: 0 }));
vi.mock("@/app/pages/publishing-page", (original) => {
  code.loads++;
  if (code.canLoad) return original();
  throw new TypeError("Failed to fetch dynamically imported module");
});

it("loads a screen on click if its preload on hover has failed", async () => {
  const { user } = await renderApp("/dashboard/content");
  const link = await screen.findByRole("link", { name: "Publishing" });
  const failed = vi.spyOn(failedChunks, "add");
  await user.hover(link);
  await waitFor(() => expect(failed).toHaveBeenCalledOnce());
  // Twice: a failed import is retried once.
  expect(code.loads).toBe(2);

  code.canLoad = true;
  await user.click(link);
  expect(await screen.findByRole("heading", { name: "Publishing", level: 1 })).toBeVisible();
});
