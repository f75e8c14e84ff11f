import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { SaleRotator } from "@/features/sale-rotator";
import { keptRuns } from "@/features/sale-rotator/kept-run";
import { toasts } from "@/shared/toast/toast";
import { canShowDialog } from "@/shared/ui/dialog";
import { announceQuiet } from "@/shared/ui/late";
import { openRotator, rotatingServer, runs } from "./rotator-of";

/** Which code does not come, and what it waits for until that is known. */
const missing = vi.hoisted(() => new Set(["rotator", "window"]));
const held = vi.hoisted(() => ({ until: Promise.resolve() }));
const unlessMissing = vi.hoisted(() => async (file: string, original: () => Promise<object>) => {
  await held.until;
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
});

it("does not take up a run that was stopped while its window was on its way", async () => {
  missing.clear();
  let letCodeCome = () => {};
  held.until = new Promise((resolve) => {
    letCodeCome = resolve;
  });
  const given = await rotatingServer();
  const step = { product_id: "1", product_name: "Majica 1" };
  const run = { runId: "r1", total: 3, updates: [step], removals: [], log: [], summary: null };
  await openRotator({ given });
  keptRuns.write(given.group, run);
  // A reload.
  cleanup();
  const { press, region, button, wire } = await openRotator({ given });
  await press("Resume");
  expect(await button("Resume")).toHaveAttribute("aria-busy", "true");
  await press("Stop run");
  await waitFor(() => expect(runs(wire.sent)).toHaveLength(1));
  expect(region.queryByText("A confirmed live run was interrupted")).not.toBeInTheDocument();

  letCodeCome();
  await act(() => canShowDialog());
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(keptRuns.read(given.group)).toBeUndefined();
  expect(runs(wire.sent)).toEqual([expect.stringContaining("/stop/")]);

  // Its turn is free again.
  await press("Confirmed Live Run");
  expect(await screen.findByRole("dialog", { name: "Confirmed Live Run" })).toBeVisible();
});
