import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { Notifications } from "@/app/shell/notifications";
import { toasts } from "@/shared/toast/toast";
import { announceQuiet } from "@/shared/ui/late";

vi.mock("@/shared/ui/toaster", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

beforeEach(() => {
  // Without a line nobody is asked twice.
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  // What the boundary has caught is told by React on the console.
  vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => act(() => toasts.clear()));
});

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 500)));
const titles = () => screen.getAllByRole("listitem").map((item) => item.textContent);

it("says nothing of the toaster's code that did not come before there is anything to tell", async () => {
  render(<Notifications placement="bottom-right" duration={3000} />);
  announceQuiet();
  await settle();
  expect(toasts.read()).toEqual([]);
});

it("shows the newest without the toaster's code, until they are closed", async () => {
  render(<Notifications placement="bottom-right" duration={3000} />);
  act(() => {
    toasts.show({ kind: "busy", title: "Updating product..." });
    for (const title of ["1", "2", "3", "4", "5"]) toasts.show({ kind: "success", title });
  });
  await settle();
  expect(titles()).toEqual(["1Close", "2Close", "3Close", "4Close", "5Close"]);

  const last = within(screen.getAllByRole("listitem").at(-1) ?? document.body);
  await userEvent.click(last.getByRole("button", { name: "Close" }));
  // What goes on is not over because it is closed.
  expect(titles()).toEqual(["Updating product...", "1Close", "2Close", "3Close", "4Close"]);
});
