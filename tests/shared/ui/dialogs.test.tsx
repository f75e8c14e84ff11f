import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { Failure } from "@/shared/query/outcome";
import { Button } from "@/shared/ui/button/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { Dialog } from "@/shared/ui/dialog/dialog";
import { Menu } from "@/shared/ui/menu/menu";

type DeleteProps = { onConfirm: () => void; busy?: boolean; failure?: Failure };

function DeleteProduct({ onConfirm, busy, failure }: DeleteProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu
        label="Actions"
        trigger={<Button>Actions</Button>}
        items={[{ label: "Delete product", onSelect: () => setOpen(true) }]}
      />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete “Šolja”?"
        confirm="Delete"
        busy={busy}
        failure={failure}
        onConfirm={onConfirm}
      >
        Are you sure you want to delete this product?
      </ConfirmDialog>
    </>
  );
}

async function ask(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("button", { name: "Actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete product" }));
  return screen.findByRole("alertdialog", { name: "Delete “Šolja”?" });
}

test("a question focuses Cancel, and returns the focus to the menu that opened it", async () => {
  const user = userEvent.setup();
  const confirm = vi.fn();
  render(<DeleteProduct onConfirm={confirm} />);
  const dialog = await ask(user);
  expect(dialog).toHaveAccessibleDescription("Are you sure you want to delete this product?");
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();

  await user.keyboard("{Escape}");
  expect(dialog).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("button", { name: "Actions" })).toHaveFocus());
  expect(confirm).not.toHaveBeenCalled();
});

test("a dialog focuses its content and is closed by Close", async () => {
  const user = userEvent.setup();
  const change = vi.fn();
  render(
    <Dialog open onOpenChange={change} title="Create New Group" footer={<Button>Create</Button>}>
      <input aria-label="Group Name" />
    </Dialog>,
  );
  expect(await screen.findByRole("dialog", { name: "Create New Group" })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Group Name" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(change).toHaveBeenCalledWith(false);
});
