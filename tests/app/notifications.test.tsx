import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { Notifications } from "@/app/shell/notifications";
import { failedChunks } from "@/shared/lazy/failed-chunks";
import { settleFirstScreen } from "@/shared/lazy/first-screen";
import { toasts } from "@/shared/toast/toast";

const code = vi.hoisted(() => ({ canLoad: false }));
vi.mock("@/shared/ui/toast/toaster", (original) => {
  if (code.canLoad) return original();
  throw new TypeError("Failed to fetch dynamically imported module");
});

beforeEach(() => {
  // Offline, a chunk is not loaded a second time after a pause.
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  // React logs what the boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => act(() => toasts.clear()));
});

it("shows a toast whose code could not be loaded together with the next one", async () => {
  // A failure is forgotten once it has been caught.
  const forgotten = vi.spyOn(failedChunks, "remove");
  render(<Notifications placement="bottom-right" duration={3000} />);
  settleFirstScreen();
  await waitFor(() => expect(forgotten).toHaveBeenCalledTimes(1));
  // The preload has failed, but there was no toast to show.
  expect(toasts.read()).toEqual([]);

  await act(async () => void toasts.show({ kind: "error", title: "Failed to approve item." }));
  await waitFor(() => expect(forgotten).toHaveBeenCalledTimes(2));
  code.canLoad = true;
  await act(async () => void toasts.show({ kind: "success", title: "Item rejected." }));
  expect(await screen.findByText("Item rejected.")).toBeVisible();
  expect(screen.getByText("Failed to approve item.")).toBeVisible();
});
