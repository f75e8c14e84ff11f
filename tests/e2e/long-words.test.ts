import { afterAll, beforeAll, expect, it } from "vitest";
import { allScreens, ofGroup, shown } from "./support/all-screens";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { alter, overflow, region } from "./support/screen";

let running: RunningConsole;
let group: number;

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
  const groups = await running.read<{ id: number }[]>("publishing/account-groups");
  group = groups[0]?.id ?? 0;
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const longWord = "Љ".repeat(400);

/** The fields in which operators, platforms and the model write freely. */
const free =
  /^(name|group_name|category_name|title|text_content|description|caption|platform_username|shop_name|store_name|note|why|reason|last_known_error|error_message|reddit_title|reddit_body|subreddits|subject|email|content|message|text|category_prompt|ai_mascot_description|detail|actor|summary|top_text|bottom_text|error|waits_for|inactive_reason|account_problem)$/;

/** The same reply with one long word in each free text. */
const withLongWords = (reply: unknown): unknown =>
  JSON.parse(JSON.stringify(reply), (key, value) =>
    typeof value === "string" && value !== "" && free.test(key) ? longWord : value,
  );

it.each([390, 1024, 1440])("No screen is widened by long words, %i px wide", async (width) => {
  const { newTab } = await newOperator({ at: ofGroup("content", group), width });
  const widened: string[] = [];
  for (const screen of allScreens) {
    const page = await newTab();
    await alter(page, /\/api\/v1\//, withLongWords);
    await page.goto(ofGroup(screen, group));
    await shown(page);
    await page.getByText(longWord).first().waitFor();
    const pixels = await overflow(page);
    if (pixels > 0) widened.push(`${screen}: ${pixels}`);
    await page.unrouteAll({ behavior: "wait" });
    await page.close();
  }
  expect(widened).toEqual([]);
});

it("A search for a long word that finds nothing does not widen the page", async () => {
  const { page } = await newOperator({ at: ofGroup("config?tab=newsletter", group), width: 390 });
  const subscribers = region(page, "Subscribers");
  await subscribers.getByRole("searchbox", { name: "Search subscribers" }).fill("Љ".repeat(5000));
  await subscribers.getByText("No subscriber matches").waitFor();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});
