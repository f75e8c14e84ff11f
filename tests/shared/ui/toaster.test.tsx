import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "@/shared/toast/toast";
import { Toaster } from "@/shared/ui/toast/toaster";

function show(toast: Parameters<typeof toasts.show>[0]) {
  let id = "";
  act(() => {
    id = toasts.show(toast);
  });
  return id;
}

function pass(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

// jsdom has no pointer capture, which Radix asks for when a toast is pressed.
Element.prototype.hasPointerCapture ??= () => false;

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster placement="bottom-right" duration={3000} />);
});

afterEach(() => {
  act(() => toasts.clear());
  vi.useRealTimers();
});

test("an error is an alert whose whole text can be copied, and which can be closed", async () => {
  // The clipboard needs a clock, and an error does not close by itself.
  vi.useRealTimers();
  const user = userEvent.setup();
  show({ kind: "error", title: "Failed to post now", detail: "Instagram returned 2207032" });

  const alert = screen.getByRole("alert");
  await user.click(within(alert).getByRole("button", { name: "Copy error" }));
  expect(within(alert).getByRole("button", { name: "Copied" })).toHaveFocus();
  expect(await navigator.clipboard.readText()).toBe(
    "Failed to post now\nInstagram returned 2207032",
  );

  await user.click(within(alert).getByRole("button", { name: "Close" }));
  expect(toasts.read()).toEqual([]);
});

test("a busy toast stays until its result replaces it", async () => {
  const id = show({ kind: "busy", title: "Updating product..." });
  await pass(60_000);
  expect(screen.getByText("Updating product...")).toBeVisible();

  show({ id, kind: "success", title: "Product updated." });
  expect(screen.queryByText("Updating product...")).not.toBeInTheDocument();
  await pass(2500);
  expect(screen.getByText("Product updated.")).toBeVisible();
  await pass(1000);
  expect(screen.queryByText("Product updated.")).not.toBeInTheDocument();
});

test("no toast closes while the window does not have the focus", async () => {
  const hasFocus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  act(() => {
    window.dispatchEvent(new Event("blur"));
  });
  show({ kind: "info", title: "Planned" });
  await pass(10_000);
  expect(screen.getByText("Planned")).toBeVisible();

  hasFocus.mockReturnValue(true);
  act(() => {
    window.dispatchEvent(new Event("focus"));
  });
  await pass(3500);
  expect(screen.queryByText("Planned")).not.toBeInTheDocument();
});

test("a toast of a page that opens behind another window waits for its focus", async () => {
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  show({ kind: "info", title: "Planned" });
  await pass(10_000);
  expect(screen.getByText("Planned")).toBeVisible();
});

test("the five newest toasts are shown, and the others wait", async () => {
  for (const title of ["1", "2", "3", "4", "5", "6"]) show({ kind: "busy", title });
  expect(screen.queryByText("1")).not.toBeInTheDocument();
  expect(screen.getByText("6")).toBeVisible();
  expect(screen.getByRole("region", { name: "Notifications (Alt+T)" })).toBeInTheDocument();
});

test("an action is a button of the toast: pressing it closes the toast and runs once", async () => {
  const run = vi.fn();
  show({ kind: "success", title: "Approved.", duration: 10_000, action: { label: "Undo", run } });
  await pass(9_000);
  const undo = within(screen.getByRole("status")).getByRole("button", { name: "Undo" });
  fireEvent.click(undo);
  fireEvent.click(undo);
  expect(run).toHaveBeenCalledTimes(1);
  expect(toasts.read()).toEqual([]);
});
