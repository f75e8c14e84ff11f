import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Button } from "@/shared/ui/button/button";
import { IconButton } from "@/shared/ui/button/icon-button";
import { holdTime, pass } from "../../support/held-time";

function Save({ onSave }: { onSave: () => void }) {
  const [busy, setBusy] = useState(false);
  function save() {
    onSave();
    setBusy(true);
  }
  return (
    <Button busy={busy} onClick={save}>
      Save
    </Button>
  );
}

test("a busy button keeps the focus and its name, and ignores further presses", async () => {
  const user = userEvent.setup();
  const save = vi.fn();
  render(<Save onSave={save} />);
  await user.tab();
  await user.keyboard("{Enter}");

  const button = screen.getByRole("button", { name: "Save" });
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(button).not.toHaveAttribute("disabled");

  await user.click(button);
  await user.keyboard("{Enter}");
  expect(save).toHaveBeenCalledOnce();
});

test("a busy submit button sends no form, by click or by Enter in a field", async () => {
  const user = userEvent.setup();
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  );
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.type(screen.getByRole("textbox", { name: "Name" }), "a{Enter}");
  expect(submit).not.toHaveBeenCalled();
});

test("an icon button is found by its label, and a tooltip that repeats it describes nothing", async () => {
  const user = userEvent.setup();
  render(<IconButton label="Delete" icon={<svg />} />);
  const button = screen.getByRole("button", { name: "Delete" });
  await user.tab();
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Delete");
  expect(button).not.toHaveAttribute("aria-describedby");
});

test("an icon button whose menu is open shows no tooltip", async () => {
  holdTime();
  const { rerender } = render(<IconButton label="Actions" icon={<svg />} aria-expanded />);
  const button = screen.getByRole("button", { name: "Actions" });
  fireEvent.pointerEnter(button);
  await pass(10_000);
  expect(screen.queryByRole("tooltip")).not.toBeInTheDocument();

  rerender(<IconButton label="Actions" icon={<svg />} aria-expanded={false} />);
  fireEvent.pointerLeave(button);
  fireEvent.pointerEnter(button);
  await pass(300);
  expect(screen.getByRole("tooltip")).toHaveTextContent("Actions");
});
