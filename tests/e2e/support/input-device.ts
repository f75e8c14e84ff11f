import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** The ways in which an operator uses the page: the same acts by mouse, or by keyboard alone. */
export type InputDevice = {
  /** Presses a button or a link. */
  readonly press: (target: Locator) => Promise<void>;
  /** Ticks or clears a checkbox. */
  readonly toggle: (checkbox: Locator) => Promise<void>;
  /** Chooses one of a group of radio buttons by its label. */
  readonly choose: (group: Locator, label: string) => Promise<void>;
  /** Opens a tab of the page's first list of tabs that has it. */
  readonly openTab: (name: string) => Promise<void>;
  /** Chooses an item of the menu that a button opens. */
  readonly pick: (button: Locator, item: string) => Promise<void>;
  /** Replaces the text of a field. */
  readonly write: (field: Locator, text: string) => Promise<void>;
  /** Replaces the value of a field for date and time, given as '2026-11-21T18:30'. */
  readonly setTime: (field: Locator, time: string) => Promise<void>;
  /** Approves, rejects or edits a post of the queue. */
  readonly decide: (card: Locator, act: "Approve" | "Reject" | "Edit") => Promise<void>;
  /** Presses the button of a notification. */
  readonly answer: (toast: Locator, button: string) => Promise<void>;
};

export function byMouse(page: Page): InputDevice {
  return {
    press: (target) => target.click(),
    toggle: (checkbox) => checkbox.click(),
    choose: (group, label) => group.getByRole("radio", { name: label, exact: true }).click(),
    openTab: (name) => page.getByRole("tab", { name, exact: true }).click(),
    pick: async (button, item) => {
      await button.click();
      await page.getByRole("menuitem", { name: item }).click();
    },
    write: async (field, text) => {
      await field.click();
      await replaceText(page, text);
    },
    setTime: (field, time) => field.fill(time),
    decide: (card, act) => card.getByRole("button", { name: act, exact: true }).click(),
    answer: (toast, button) => toast.getByRole("button", { name: button }).click(),
  };
}

/**
 * Only what a keyboard can do: nothing is clicked, and nothing gets the focus by script. An act fails
 * if Tab, the arrow keys and the console's own keys do not lead to it.
 */
export function byKeyboard(page: Page): InputDevice {
  const { keyboard } = page;
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await keyboard.press("Enter");
  };
  return {
    press,
    toggle: async (checkbox) => {
      await tabTo(page, checkbox);
      await keyboard.press("Space");
    },
    choose: async (group, label) => {
      const radios = group.getByRole("radio");
      await tabTo(page, group.getByRole("radio", { checked: true }));
      const wanted = group.getByRole("radio", { name: label, exact: true });
      const presses = await radios.count();
      for (let left = presses; !(await wanted.isChecked()); left -= 1) {
        expect(left, `The arrow keys do not choose ${label}.`).toBeGreaterThan(0);
        await keyboard.press("ArrowRight");
        await settle(page);
      }
    },
    openTab: async (name) => {
      const tab = page.getByRole("tab", { name, exact: true });
      const tabs = page.getByRole("tablist").filter({ has: tab });
      await tabTo(page, tabs.getByRole("tab", { selected: true }));
      await arrowTo(page, tab, "ArrowRight");
      await keyboard.press("Enter");
    },
    pick: async (button, item) => {
      await press(button);
      const wanted = page.getByRole("menuitem", { name: item });
      await wanted.waitFor();
      await arrowTo(page, wanted, "ArrowDown");
      await keyboard.press("Enter");
    },
    write: async (field, text) => {
      await tabTo(page, field);
      await replaceText(page, text);
    },
    setTime: async (field, time) => {
      await tabTo(page, field);
      // Shift+Tab leads to its last part.
      for (let part = 0; part < 6; part += 1) await keyboard.press("ArrowLeft");
      const [date = "", hours = ""] = time.split("T");
      const [year = "", month = "", day = ""] = date.split("-");
      const [hour = "", minute = ""] = hours.split(":");
      // The parts in the order of the browser's language, which is that of the United States.
      await keyboard.type(month + day + year);
      // A year may have six digits: only then the field goes on by itself.
      await keyboard.press("ArrowRight");
      await keyboard.type(String(Number(hour) % 12 || 12).padStart(2, "0") + minute);
      await keyboard.type(Number(hour) < 12 ? "A" : "P");
      expect(await field.inputValue()).toBe(time);
    },
    decide: async (card, act) => {
      await card.waitFor();
      for (let presses = 0; !(await hasFocus(card)); presses += 1) {
        expect(presses, "The key J does not lead to the post.").toBeLessThan(20);
        await keyboard.press("j");
      }
      await keyboard.press({ Approve: "a", Reject: "r", Edit: "e" }[act]);
    },
    answer: async (toast, button) => {
      await toast.waitFor();
      await keyboard.press("Alt+t");
      await press(toast.getByRole("button", { name: button }));
    },
  };
}

async function replaceText(page: Page, text: string) {
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

export const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement);

/** Lets the page render what a key has changed. */
const settle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

/** More than any screen has places for Tab. */
const mostTabs = 400;

/** Presses Tab, or Shift+Tab if the target comes before, until the target has the focus. */
export async function tabTo(page: Page, target: Locator) {
  await target.waitFor();
  for (let presses = 0; presses < mostTabs; presses += 1) {
    const place = await target.evaluate((element) => {
      const { activeElement } = document;
      if (!activeElement || activeElement === element) return "here";
      const position = element.compareDocumentPosition(activeElement);
      return position & Node.DOCUMENT_POSITION_FOLLOWING ? "before" : "after";
    });
    if (place === "here") return;
    await page.keyboard.press(place === "before" ? "Shift+Tab" : "Tab");
  }
  throw new Error(`Tab does not lead to ${target}.`);
}

/** Presses an arrow key until the target has the focus. */
export async function arrowTo(page: Page, target: Locator, key: "ArrowRight" | "ArrowDown") {
  for (let presses = 0; !(await hasFocus(target)); presses += 1) {
    expect(presses, `${key} does not lead to ${target}.`).toBeLessThan(20);
    await page.keyboard.press(key);
  }
}
