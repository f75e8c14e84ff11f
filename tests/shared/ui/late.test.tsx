import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useState } from "react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { toasts } from "@/shared/toast/toast";
import { announceQuiet, LatePart, late } from "@/shared/ui/late";
import { OnceOpen } from "@/shared/ui/once-open";

const Window = () => <p>Session expired</p>;
const missing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

/** The code of a window that does not come so many times. */
const lateAfter = (failures: number) => {
  const load = vi.fn<() => Promise<ComponentType>>().mockResolvedValue(Window);
  for (let i = 0; i < failures; i++) load.mockImplementationOnce(missing);
  return { load, Part: late(load) };
};

function Page({ part: Part }: { part: ComponentType }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <OnceOpen open={isOpen} onOpenChange={setOpen}>
        <Part />
      </OnceOpen>
      {isOpen && "It is open."}
    </>
  );
}

/** Lets all that has been begun end, and what that began; React takes its time to end a wait. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 500)));

beforeEach(() => {
  // Without a line nobody is asked twice.
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  // What the boundary has caught is told by React on the console.
  vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => act(() => toasts.clear()));
});

describe("A dialog whose code is missing", () => {
  it("says so once where it cannot close", async () => {
    const { Part } = lateAfter(1_000);
    const close = vi.fn(() => {
      if (close.mock.calls.length > 5) throw new Error("It is closed again and again.");
    });
    const dialog = () => (
      <OnceOpen open onOpenChange={close}>
        <Part />
      </OnceOpen>
    );
    const view = render(dialog());
    await settle();
    view.rerender(dialog());
    await settle();
    expect(toasts.read()).toHaveLength(1);
    expect(close).toHaveBeenCalledOnce();
  });

  it("is closed again, and asked for anew by the next press", async () => {
    const { Part, load } = lateAfter(1);
    render(<Page part={Part} />);
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await waitFor(() => {
      expect(toasts.read()).toMatchObject([
        { kind: "error", title: "This part of the console could not be loaded." },
      ]);
    });
    expect(screen.queryByText("It is open.")).not.toBeInTheDocument();

    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByText("Session expired")).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("has a window that tries again in its place where it may not close", async () => {
    const { Part } = lateAfter(2);
    const text = "The session has expired, and the way to sign in again could not be loaded.";
    const dialog = (isOpen = true) => (
      <OnceOpen open={isOpen} closable={false} ifMissing={text}>
        <Part />
      </OnceOpen>
    );
    const view = render(dialog());
    expect(await screen.findByRole("alertdialog", { name: text })).toHaveFocus();
    expect(screen.getByRole("alert")).toHaveTextContent(text);
    view.rerender(dialog());
    expect(screen.getByRole("alertdialog")).toHaveFocus();
    expect(toasts.read()).toEqual([]);

    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await settle();
    // Nobody needs it any longer: the session is there again.
    view.rerender(dialog(false));
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();

    view.rerender(dialog());
    expect(await screen.findByText("Session expired")).toBeVisible();
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });
});

it("a part that is drawn again says no second time that it is missing", async () => {
  const { Part } = lateAfter(1_000);
  const gone = vi.fn();
  const part = () => (
    <LatePart onMissing={() => gone()}>
      <Part />
    </LatePart>
  );
  const view = render(part());
  await settle();
  for (let i = 0; i < 3; i++) view.rerender(part());
  await settle();
  expect(toasts.read()).toHaveLength(1);
  expect(gone).toHaveBeenCalledOnce();
});

it("a part that did not come ahead is asked for by the press that needs it", async () => {
  const load = vi.fn<() => Promise<ComponentType>>().mockImplementationOnce(missing);
  const Part = late(load.mockResolvedValue(Window), { isFetchedAhead: true });
  announceQuiet();
  await settle();
  expect(load).toHaveBeenCalledOnce();

  render(<Page part={Part} />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByText("Session expired")).toBeVisible();
  expect(toasts.read()).toEqual([]);
});
