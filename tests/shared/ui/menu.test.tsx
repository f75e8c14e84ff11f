import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, use } from "react";
import { expect, test, vi } from "vitest";
import { toasts } from "@/shared/toast/toast";
import { Button } from "@/shared/ui/button";
import { Menu, MenuItem } from "@/shared/ui/menu";

/** Whether the menu's code comes, once that is known. */
const code = vi.hoisted(() => ({ comes: Promise.resolve(true) }));
vi.mock("@/shared/ui/menu-code", async (original) => {
  if (await code.comes) return original();
  throw new TypeError("Failed to fetch dynamically imported module");
});

function later<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const Actions = () => (
  <Menu label="Actions" trigger={<Button>Actions</Button>}>
    <MenuItem onSelect={() => {}}>Delete</MenuItem>
  </Menu>
);

test("its button keeps the focus while its code is on its way, and where it does not come", async () => {
  // Without a line nobody is asked twice.
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const comes = later<boolean>();
  code.comes = comes.promise;
  const user = userEvent.setup();
  render(
    <>
      <Actions />
      <Button>Next</Button>
    </>,
  );
  await user.tab();
  await user.keyboard("{Enter}");
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByRole("button", { name: "Actions" })).toHaveFocus();

  await user.keyboard("{Enter}");

  comes.resolve(false);
  await waitFor(() => expect(toasts.read()).not.toEqual([]));
  // Pressed twice, told once.
  expect(toasts.read()).toMatchObject([
    { kind: "error", title: "This part of the console could not be loaded." },
  ]);
  expect(screen.getByRole("button", { name: "Actions" })).toHaveFocus();

  const comesLater = later<boolean>();
  code.comes = comesLater.promise;
  await user.keyboard("{Enter}");
  await user.tab();
  comesLater.resolve(true);
  await act(async () => {
    await import("@/shared/ui/menu-code");
    await new Promise((resolve) => setTimeout(resolve));
  });
  // Who has gone on is not called back.
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();

  await user.tab({ shift: true });
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("menuitem", { name: "Delete" })).toHaveFocus();
  act(() => toasts.clear());
});

const Panel = ({ read }: { read: Promise<string> }) => <p>{use(read)}</p>;

test("stays closed when the panel around it is shown again", async () => {
  const page = (read: Promise<string>) => (
    <Suspense fallback="Loading">
      <Actions />
      <Panel read={read} />
    </Suspense>
  );
  const user = userEvent.setup();
  const old = Promise.resolve("Old");
  const view = await act(async () => render(page(old)));
  expect(screen.getByText("Old")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Actions" }));
  await screen.findByRole("menu", { name: "Actions" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());

  const read = later<string>();
  await act(async () => view.rerender(page(read.promise)));
  expect(screen.getByText("Loading")).toBeVisible();
  await act(async () => read.resolve("New"));
  expect(await screen.findByText("New")).toBeVisible();
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
});

/** Until `draw` no frame is painted. */
function holdFrames() {
  const frames: FrameRequestCallback[] = [];
  const asked = vi.spyOn(window, "requestAnimationFrame").mockImplementation((callback) => {
    frames.push(callback);
    return frames.length;
  });
  vi.spyOn(window, "cancelAnimationFrame").mockImplementation((frame) => {
    frames[frame - 1] = () => {};
  });
  return function draw() {
    asked.mockRestore();
    for (const callback of frames) callback(performance.now());
  };
}

test("its button looks pressed at once, and the menu comes a frame after that", async () => {
  code.comes = Promise.resolve(true);
  await import("@/shared/ui/menu-code");
  const draw = holdFrames();
  const user = userEvent.setup();
  render(<Actions />);
  const button = screen.getByRole("button", { name: "Actions" });
  expect(button).toHaveAttribute("aria-expanded", "false");
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute("aria-expanded", "true"));
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();

  draw();
  expect(await screen.findByRole("menu", { name: "Actions" })).toBeVisible();
});

test("who has gone on before that frame is not called back", async () => {
  code.comes = Promise.resolve(true);
  await import("@/shared/ui/menu-code");
  const draw = holdFrames();
  const user = userEvent.setup();
  render(<Actions />);
  const button = screen.getByRole("button", { name: "Actions" });
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute("aria-expanded", "true"));
  await user.tab();
  draw();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  expect(button).toHaveAttribute("aria-expanded", "false");
});
