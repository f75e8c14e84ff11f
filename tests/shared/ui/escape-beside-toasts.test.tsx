import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { toasts } from "@/shared/toast/toast";
import { Button } from "@/shared/ui/button/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { Dialog } from "@/shared/ui/dialog/dialog";
import { Menu } from "@/shared/ui/menu/menu";
import { Toaster } from "@/shared/ui/toast/toaster";

function Console() {
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Toaster placement="bottom-right" duration={3000} />
      <Button onClick={() => setEditing(true)}>Edit</Button>
      <Dialog open={isEditing} onOpenChange={setEditing} title="Edit product">
        <input aria-label="Name" />
        <Button onClick={() => setAsking(true)}>Delete</Button>
        <Menu
          label="More"
          trigger={<Button>More</Button>}
          items={[{ label: "Duplicate", onSelect: () => {} }]}
        />
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title="Delete “Šolja”?"
          confirm="Delete"
          onConfirm={() => {}}
        >
          It is deleted for good.
        </ConfirmDialog>
      </Dialog>
    </>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const fail = () =>
  act(() => void toasts.show({ kind: "error", title: "Failed to delete product." }));
const toast = () => screen.queryByText("Failed to delete product.");

async function open() {
  const user = userEvent.setup();
  render(<Console />);
  await user.click(button("Edit"));
  return { user, dialog: await screen.findByRole("dialog", { name: "Edit product" }) };
}

afterEach(() => act(() => toasts.clear()));

describe("Escape, while a toast is shown that came later than what is open,", () => {
  it("closes the question, then the dialog below it, then the toast", async () => {
    const { user, dialog } = await open();
    await user.click(button("Delete"));
    const question = await screen.findByRole("alertdialog");
    fail();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(dialog).toBeInTheDocument();
    expect(toast()).toBeVisible();

    await user.keyboard("{Escape}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(toast()).toBeVisible();

    await user.keyboard("{Escape}");
    await waitFor(() => expect(toast()).not.toBeInTheDocument());
  });

  it("closes a menu, and not the dialog that the menu is in", async () => {
    const { user, dialog } = await open();
    await user.click(button("More"));
    const menu = await screen.findByRole("menu");
    fail();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(menu).not.toBeInTheDocument());
    expect(dialog).toBeInTheDocument();
    expect(toast()).toBeVisible();
  });
});
