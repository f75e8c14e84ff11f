import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { findDialog } from "../../support/on-screen";
import { findToast } from "../../support/render-app";
import { cardsIn, openCards } from "./support";

const cardOf = (id: number) => screen.getByText(`#${id}`).closest("li") ?? document.body;

/** The time of a key press, in ms: with real time, a slow machine would change what is a bounce. */
let time = 1_000;
beforeEach(() => {
  vi.spyOn(Event.prototype, "timeStamp", "get").mockImplementation(() => time);
});

/** Within 400 ms a second press counts as a bounce. */
const wait = (milliseconds: number) => {
  time += milliseconds;
};

describe("The approval queue by keyboard", () => {
  it("moves from post to post with j and k, wherever the focus is", async () => {
    const { user, id, second, third } = await openCards({ image: 3 });
    await user.keyboard("j");
    expect(cardOf(id)).toHaveFocus();
    await user.keyboard("jj");
    expect(cardOf(third)).toHaveFocus();
    // There is no post after the last.
    await user.keyboard("j");
    expect(cardOf(third)).toHaveFocus();
    await user.keyboard("k");
    expect(cardOf(second)).toHaveFocus();
  });

  it("takes the keys by their place on a keyboard without Latin letters", async () => {
    const { queue, id, second } = await openCards({ image: 3 });
    const press = (key: string, code: string) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { key, code });
    // The Serbian Cyrillic layout, then the Russian one.
    press("ј", "KeyJ");
    expect(cardOf(id)).toHaveFocus();
    press("о", "KeyJ");
    expect(cardOf(second)).toHaveFocus();
    press("л", "KeyK");
    expect(cardOf(id)).toHaveFocus();
    press("а", "KeyA");
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(2));
    expect(cardOf(second)).toHaveFocus();
    wait(400);
    press("к", "KeyR");
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(1));
  });

  it("goes by the letter, not by the place, on another Latin keyboard", async () => {
    const { id } = await openCards({ image: 2 });
    // On Dvorak, the key with the letter j is at the place of c.
    fireEvent.keyDown(document.body, { key: "j", code: "KeyC" });
    expect(cardOf(id)).toHaveFocus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "h", code: "KeyJ" });
    expect(cardOf(id)).toHaveFocus();
  });

  it("is emptied with a and r alone, the focus moving on by itself", async () => {
    const { user, queue, pendingIds, second, third } = await openCards({ image: 3 });
    await user.keyboard("j");
    await user.keyboard("a");
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(2));
    expect(cardOf(second)).toHaveFocus();
    wait(400);
    await user.keyboard("r");
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(1));
    expect(cardOf(third)).toHaveFocus();
    wait(400);
    await user.keyboard("a");
    expect(await queue.findByText("No image/video posts wait for approval.")).toBeVisible();
    expect(await findToast("Rejected. It will not be published.")).toBeInTheDocument();
    await waitFor(async () => expect(await pendingIds()).toEqual([]));
  });

  it("decides on nothing while no post has the focus, and nothing twice by a bounce", async () => {
    const { user, queue, pendingIds } = await openCards({ image: 3 });
    await user.keyboard("a");
    await user.keyboard("r");
    expect(await pendingIds()).toHaveLength(3);
    await user.keyboard("ja");
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(2));
    wait(399);
    await user.keyboard("a");
    await waitFor(async () => expect(await pendingIds()).toHaveLength(2));
    wait(1);
    await user.keyboard("a");
    await waitFor(() => expect(cardsIn(queue)).toHaveLength(1));
    await waitFor(async () => expect(await pendingIds()).toHaveLength(1));
  });

  it("ignores the letters while the operator is typing", async () => {
    const { user, pendingIds } = await openCards({ image: 2 });
    await user.keyboard("j");
    await user.click(screen.getByRole("button", { name: /Search or jump to/ }));
    await user.type(await screen.findByRole("combobox"), "jark");
    expect(await pendingIds()).toHaveLength(2);
  });

  it("selects with the space bar, and lists the keys in the shortcuts dialog", async () => {
    const { user, id } = await openCards({ image: 2 });
    await user.keyboard("j ");
    const box = screen.getByRole("checkbox", { name: `Select post #${id}` });
    expect(box).toBeChecked();
    expect(screen.getByText("1 selected")).toBeVisible();
    await user.keyboard(" ");
    expect(box).not.toBeChecked();
    await user.keyboard("?");
    const sheet = await findDialog("Keyboard shortcuts");
    expect(sheet.getByText("Approve post")).toBeVisible();
  });
});
