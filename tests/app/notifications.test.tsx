import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { Notifications } from "@/app/shell/notifications";
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

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 500)));

it("shows a toast whose code could not be loaded together with the next one", async () => {
  render(<Notifications placement="bottom-right" duration={3000} />);
  settleFirstScreen();
  await settle();
  // The preload has failed, but there was no toast to show.
  expect(toasts.read()).toEqual([]);

  await act(async () => void toasts.show({ kind: "error", title: "Failed to approve item." }));
  await settle();
  code.canLoad = true;
  await act(async () => void toasts.show({ kind: "success", title: "Item rejected." }));
  expect(await screen.findByText("Item rejected.")).toBeVisible();
  expect(screen.getByText("Failed to approve item.")).toBeVisible();
});
