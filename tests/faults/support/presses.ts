import type { CDPSession, Locator, Page } from "playwright-core";

/** The element to press, and the key if it is not clicked. */
export type Pressed = { readonly page: Page; readonly target: Locator; readonly key?: string };

type Way = {
  readonly name: string;
  /** Cuts the connection once the server has handled the request. */
  readonly isCut?: true;
  readonly press: (pressed: Pressed) => Promise<void>;
};

/** The time for which the page is blocked by computing, in milliseconds. */
const busy = 600;

/** Ways in which one intended press reaches the page, or its request the server, more than once. */
export const ways: readonly Way[] = [
  {
    name: "double click",
    press: async ({ page, target, key }) => {
      if (!key) return target.dblclick();
      await target.focus();
      await page.keyboard.press(key);
      await page.keyboard.press(key);
    },
  },
  {
    name: "two clicks in one task",
    press: ({ target, key }) =>
      target.evaluate((element: HTMLElement, key) => {
        element.focus();
        for (const _ of [1, 2]) {
          if (key === undefined) element.click();
          else element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        }
      }, key),
  },
  {
    name: "Enter twice",
    press: async ({ page, target, key = "Enter" }) => {
      await target.focus();
      await Promise.all([page.keyboard.press(key), page.keyboard.press(key)]);
    },
  },
  {
    name: "two clicks while the page is busy",
    press: async ({ page, target, key }) => {
      const session = await page.context().newCDPSession(page);
      const [x, y] = await middleOf(target);
      await target.focus();
      await page.mouse.move(x, y);
      const blocked = page.evaluate((milliseconds) => {
        const end = performance.now() + milliseconds;
        while (performance.now() < end);
      }, busy);
      await page.waitForTimeout(100);
      // Not awaited one by one: the page responds when it is free again, and then handles all of
      // them.
      const pressed = [1, 2].flatMap((count) =>
        key ? strikeKey(session, key) : click(session, x, y, count),
      );
      await Promise.all([blocked, ...pressed]);
      await session.detach();
    },
  },
  {
    name: "connection cut after the server served it",
    isCut: true,
    press: async ({ page, target, key }) => {
      // Leaves a used connection: only over a used one Chromium resends a request.
      await page.evaluate(() => fetch("/healthz").then((answer) => answer.text()));
      if (!key) return target.click();
      await target.focus();
      await page.keyboard.press(key);
    },
  },
];

async function middleOf(target: Locator): Promise<[number, number]> {
  await target.scrollIntoViewIfNeeded();
  // Waits until the element is stable and not covered.
  await target.hover();
  const box = await target.boundingBox();
  if (!box) throw new Error("What is to be pressed is not on the screen.");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const click = (session: CDPSession, x: number, y: number, clickCount: number) =>
  (["mousePressed", "mouseReleased"] as const).map((type) =>
    session.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount }),
  );

const strikeKey = (session: CDPSession, key: string) =>
  (["keyDown", "keyUp"] as const).map((type) =>
    session.send("Input.dispatchKeyEvent", { type, key, text: type === "keyDown" ? key : "" }),
  );

/**
 * Counts the presses from now on, of the target or of whatever is in its place then. @returns a
 * function that reads the count
 */
export async function countPresses(target: Locator) {
  const counted = await target.evaluateHandle((element) => {
    const count = { clicks: 0, keys: 0, onIt: 0 };
    // The second press may hit a video behind the target, whose controls would swallow it.
    for (const video of document.querySelectorAll("video")) video.controls = false;
    window.addEventListener("pointerdown", () => count.clicks++, true);
    window.addEventListener("keydown", () => count.keys++, true);
    // Counts clicks also after the element has left the page.
    element.addEventListener("click", () => count.onIt++, true);
    return count;
  });
  return async () => {
    const { clicks, keys, onIt } = await counted.jsonValue();
    return Math.max(clicks, keys, onIt);
  };
}
