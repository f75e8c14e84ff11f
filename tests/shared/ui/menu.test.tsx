import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { arrivals } from "@/shared/query/unthrottled-suspense";
import { toasts } from "@/shared/toast/toast";
import { Button } from "@/shared/ui/button/button";
import { Menu } from "@/shared/ui/menu/menu";

/** `canLoad` resolves to true if the menu's code can be loaded. */
const code = vi.hoisted(() => ({ canLoad: Promise.resolve(true) }));
vi.mock("@/shared/ui/menu/menu-content", async (original) => {
  if (await code.canLoad) return original();
  throw new TypeError("Failed to fetch dynamically imported module");
});

function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const onDelete = vi.fn();
const Actions = () => (
  <Menu
    label="Actions for Šolja"
    trigger={<Button>Actions</Button>}
    items={[
      { label: "Post now", disabled: true, onSelect: () => {} },
      false,
      "separator",
      { label: "Delete", tone: "danger", onSelect: onDelete },
    ]}
  />
);
const button = () => screen.getByRole("button", { name: "Actions" });

beforeEach(() => onDelete.mockReset());

test("its button keeps the focus while the code loads and after it failed; the next press loads it", async () => {
  // Offline, a chunk is not loaded a second time after a pause.
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const loading = deferred<boolean>();
  code.canLoad = loading.promise;
  const user = userEvent.setup();
  render(
    <>
      <Actions />
      <Button>Next</Button>
    </>,
  );
  await user.tab();
  await user.keyboard("{Enter}");
  expect(button()).toHaveFocus();
  expect(button()).toHaveAttribute("aria-expanded", "true");

  loading.resolve(false);
  await waitFor(() =>
    expect(toasts.read()).toMatchObject([
      { kind: "error", title: "This part of the console could not be loaded." },
    ]),
  );
  expect(button()).toHaveFocus();
  expect(button()).toHaveAttribute("aria-expanded", "false");

  // The operator moves on while the code loads: the focus stays with them.
  const loadingAgain = deferred<boolean>();
  code.canLoad = loadingAgain.promise;
  const loaded = vi.spyOn(arrivals, "announce");
  await user.keyboard("{Enter}");
  await user.tab();
  loadingAgain.resolve(true);
  await waitFor(() => expect(loaded).toHaveBeenCalledOnce());
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Next" })).toHaveFocus();

  await user.tab({ shift: true });
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("menuitem", { name: "Delete" })).toHaveFocus();
  act(() => toasts.clear());
});

test("opens with the arrow key, and returns the focus before the chosen action runs", async () => {
  const user = userEvent.setup();
  render(<Actions />);
  await user.tab();
  await user.keyboard("{ArrowDown}");
  expect(await screen.findByRole("menu", { name: "Actions for Šolja" })).toBeVisible();
  expect(screen.getByRole("menuitem", { name: "Post now" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  const focused: (Element | null)[] = [];
  onDelete.mockImplementation(() => focused.push(document.activeElement));
  await user.keyboard("{Enter}");
  expect(onDelete).toHaveBeenCalledOnce();
  expect(focused).toEqual([button()]);
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());
  expect(button()).toHaveFocus();
});

test("a second press of its button closes it, and so does Esc, with the focus on the button", async () => {
  const user = userEvent.setup();
  render(<Actions />);
  await user.click(button());
  expect(await screen.findByRole("menu")).toBeVisible();
  await user.click(button());
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());

  await user.click(button());
  expect(await screen.findByRole("menu")).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());
  await waitFor(() => expect(button()).toHaveFocus());
});
