import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useState } from "react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { settleFirstScreen } from "@/shared/lazy/first-screen";
import { LazyBoundary, LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress, lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { toasts } from "@/shared/toast/toast";
import { holdTime, pass, press, until } from "../../support/held-time";

const Sheet = () => <p>Keyboard shortcuts</p>;
const missing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

/** A dialog whose code fails to load this many times. */
const lazyAfter = (failures: number) => {
  const load = vi.fn<() => Promise<ComponentType>>().mockResolvedValue(Sheet);
  for (let i = 0; i < failures; i++) load.mockImplementationOnce(missing);
  return { load, Part: lazyWithPreload(load) };
};

function Page({ part: Part }: { part: ComponentType }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <LazyDialog open={isOpen} onOpenChange={setOpen}>
        <Part />
      </LazyDialog>
      {isOpen && "It is open."}
    </>
  );
}

beforeEach(() => {
  // Offline, a chunk is not loaded a second time after a pause.
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  // React logs what the boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => act(() => toasts.clear()));
});

describe("A lazy dialog whose code cannot be loaded", () => {
  it("shows one toast and closes; the next press loads it", async () => {
    const { Part, load } = lazyAfter(1);
    render(<Page part={Part} />);
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await waitFor(() => {
      expect(toasts.read()).toMatchObject([
        { kind: "error", title: "This part of the console could not be loaded." },
      ]);
    });
    expect(screen.queryByText("It is open.")).not.toBeInTheDocument();

    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByText("Keyboard shortcuts")).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("shows one toast, however often its parent renders", async () => {
    const { Part } = lazyAfter(1_000);
    const failed = vi.fn();
    const part = () => (
      <LazyBoundary onFailed={() => failed()}>
        <Part />
      </LazyBoundary>
    );
    holdTime();
    const view = render(part());
    await pass(1_000);
    for (let i = 0; i < 3; i++) view.rerender(part());
    await pass(1_000);
    expect(toasts.read()).toHaveLength(1);
    expect(failed).toHaveBeenCalledOnce();
  });
});

it("a preload that failed is repeated by the press that needs the code, without a toast", async () => {
  const load = vi.fn<() => Promise<ComponentType>>().mockImplementationOnce(missing);
  const Part = lazyOnPress(load.mockResolvedValue(Sheet));
  holdTime();
  settleFirstScreen();
  await pass(1_000);
  expect(load).toHaveBeenCalledOnce();

  render(<Page part={Part} />);
  await press(screen.getByRole("button", { name: "Open" }));
  expect(await until(() => screen.getByText("Keyboard shortcuts"))).toBeVisible();
  expect(toasts.read()).toEqual([]);
});
