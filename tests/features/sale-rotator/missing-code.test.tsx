import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openRotator, runs } from "./rotator-of";

/** Which code does not come. */
const missing = vi.hoisted(() => new Set<string>());
const unlessMissing = vi.hoisted(() => async (file: string, original: () => Promise<object>) => {
  if (!missing.has(file)) return original();
  throw new TypeError("Failed to fetch dynamically imported module");
});
vi.mock("@/shared/ui/dialog-window", (original) => unlessMissing("window", original));

it("does not begin a confirmed live run without the window that stops it", async () => {
  missing.clear();
  missing.add("window");
  const { press, region, button, wire } = await openRotator();
  await press("Confirmed Live Run");
  expect(await region.findByText("The window of the run could not be loaded.")).toBeVisible();
  expect(await button("Confirmed Live Run")).toBeEnabled();
  expect(runs(wire.sent)).toEqual([]);

  missing.clear();
  await press("Confirmed Live Run");
  expect(await screen.findByRole("dialog", { name: "Confirmed Live Run" })).toBeVisible();
});
