import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { SaleRotator } from "@/features/sale-rotator";
import { toasts } from "@/shared/toast/toast";
import { announceQuiet } from "@/shared/ui/late";
import { openRotator, runs } from "./rotator-of";

/** Which code does not come. */
const missing = vi.hoisted(() => new Set(["rotator", "window"]));
const unlessMissing = vi.hoisted(() => async (file: string, original: () => Promise<object>) => {
  if (!missing.has(file)) return original();
  throw new TypeError("Failed to fetch dynamically imported module");
});
vi.mock("@/shared/ui/dialog-window", (original) => unlessMissing("window", original));
vi.mock("@/features/sale-rotator/views/rotator", (original) => unlessMissing("rotator", original));

it("does not say of the rotator's code that its settings could not be loaded", async () => {
  announceQuiet();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SaleRotator group={{ id: 1, name: "Zima" }} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("This part could not be loaded.")).toBeVisible();
  expect(toasts.read()).toEqual([]);
});

it("does not begin a confirmed live run without the window that stops it", async () => {
  missing.delete("rotator");
  const { press, region, button, wire } = await openRotator();
  await press("Confirmed Live Run");
  expect(await region.findByText("The window of the run could not be loaded.")).toBeVisible();
  expect(await button("Confirmed Live Run")).toBeEnabled();
  expect(runs(wire.sent)).toEqual([]);

  missing.clear();
  await press("Confirmed Live Run");
  expect(await screen.findByRole("dialog", { name: "Confirmed Live Run" })).toBeVisible();
});
