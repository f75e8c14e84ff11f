import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatBody, completion } from "../peers/ai/peer";
import { openBrowser } from "./support/browser";
import { startAiConsole } from "./support/live/ai-world";
import { entry, region, said } from "./support/screen";
import { goTo, signInWithDiscord } from "./support/sign-in";

const colours = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  red: [255, 0, 0],
  green: [0, 255, 0],
  blue: [0, 0, 255],
} as const;

const plain = (colour: keyof typeof colours, width: number, height: number) => {
  const [r, g, b] = colours[colour];
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
};

/** The model answers an order with the first of these whose words are all in it. */
const drafts = [
  {
    ordered: ['{"name":"Kape"}', "It has no picture"],
    answer: { title: "Jutro", text: "Dobro jutro uz prvu kafu.", image_prompt: null },
  },
  {
    ordered: ['{"name":"Kape"}'],
    answer: {
      title: "Sneg",
      text: "Prvi sneg i vrela kafa.",
      image_prompt: "A cup of coffee on a snowy windowsill",
    },
  },
  {
    ordered: ['{"name":"Šale"}', "Gore želja, dole stvarnost."],
    answer: {
      title: "Radna nedelja",
      text: "Ponedeljak, opet.",
      image_prompt: "A tired man",
      ...{ top_text: "Čekam petak", bottom_text: "Od ponedeljka" },
    },
  },
  {
    ordered: ['{"name":"Ponuda"}', "Drži toplotu dva sata."],
    answer: {
      title: "Šolja",
      text: "Crvena šolja greje ruke. Poručite svoju.",
      image_prompt: "A red cup",
    },
  },
  {
    ordered: ['{"name":"Vesti"}', "It has no picture"],
    answer: { title: "Vest", text: "Danas radimo do osam.", image_prompt: null },
  },
];

function write({ messages }: ChatBody) {
  const order = messages.at(-1)?.content ?? "";
  const draft = drafts.find(({ ordered }) => ordered.every((words) => order.includes(words)));
  if (!draft) throw new Error(`Nothing is written for this order:\n${order}`);
  return completion(JSON.stringify(draft.answer), { tokens: [12_000, 500] });
}

/**
 * The group's publishing times: in three days at 10:30, in the zone of the browser, which is that of this
 * process, and some weeks later.
 */
const today = new Date();
const slot = (weeks = 0) =>
  new Date(today.getFullYear(), today.getMonth(), today.getDate() + 3 + 7 * weeks, 10, 30);

describe("In a live world, with models of texts and images", () => {
  let running: Awaited<ReturnType<typeof startAiConsole>>;

  beforeAll(async () => {
    running = await startAiConsole({ image: await plain("green", 1024, 1536), slot: slot() });
  });
  afterAll(() => running?.stop());

  const { newOperator } = openBrowser(
    () => running.address,
    () => running.internet.ofChromium,
  );

  it("a day of posts is generated, looked at in the queue, and approved", async () => {
    const { page } = await newOperator();
    await signInWithDiscord(page);
    await addAccount(page);
    await addTemplate(page);
    await addProduct(page);
    await generateDay(page);

    await goTo(page, "Publishing");
    // Its image is as it was asked for, cropped.
    const scene = await imageOf(page, "Prvi sneg i vrela kafa.", [1080, 1350]);
    expect(running.images.orders).toEqual([
      {
        kind: "generation",
        model: "zimska-slika-1",
        prompt: "A cup of coffee on a snowy windowsill",
        size: "1024x1536",
      },
    ]);
    expect(await coloursOf(scene, [0, 1])).toEqual(["green"]);
    // The template with a caption above and one below.
    const meme = await imageOf(page, "Ponedeljak, opet.", [1080, 1080]);
    expect(await coloursOf(meme, [0, 0.3])).toEqual(["black", "blue", "white"]);
    expect(await coloursOf(meme, [0.45, 0.55])).toEqual(["blue"]);
    expect(await coloursOf(meme, [0.7, 1])).toEqual(["black", "blue", "white"]);
    // The product's photo on white, and its link behind the text.
    const offer = await imageOf(page, "Crvena šolja greje ruke. Poručite svoju.", [1080, 1350]);
    expect(await coloursOf(offer, [0, 0.1])).toEqual(["white"]);
    expect(await coloursOf(offer, [0.45, 0.55])).toEqual(["red", "white"]);
    expect(await coloursOf(offer, [0.9, 1])).toEqual(["white"]);
    await cardOf(page, "Crvena šolja").getByText("https://shop.example.com/solja").waitFor();

    const scenery = cardOf(page, "Prvi sneg");
    await scenery.getByRole("listitem", { name: "Bluesky zima.example.com: fits" }).waitFor();
    const next = scenery.getByText(/^Next slot /);
    expect(await next.getAttribute("datetime")).toBe(slot().toISOString());
    await approve(page, "Prvi sneg i vrela kafa.", slot());
    await approve(page, "Ponedeljak, opet.", slot(1));
    await approve(page, "Crvena šolja greje ruke.", slot(2));
    await page.getByText("No image/video posts wait for approval.").waitFor();
    await page.getByRole("tab", { name: "Text-Only Posts" }).click();
    await approve(page, "Dobro jutro uz prvu kafu.", slot(3));
    await page.getByText("No text-only posts wait for approval.").waitFor();
    // None of them has gone out before its time.
    expect(running.pds.posts.size).toBe(0);
  });

  it("a declined text is found with its reason in the failed work, and run again", async () => {
    const { page } = await newOperator();
    await signInWithDiscord(page);
    await goTo(page, "Content Library");
    const asked = running.ai.bodies.length;
    const refusal = "I can't write about this competitor.";
    running.ai.answers.push(completion(null, { refusal }));
    const status = region(page, "Generation Status");
    const row = status.getByRole("row").filter({ hasText: "Vesti" });
    await row.getByRole("button", { name: "Generate text post" }).click();
    await said(page, "Generation of 1 text post for Vesti is queued.");

    await goTo(page, "Publishing");
    const health = region(page, "Scheduler Health");
    const work = health.getByRole("button", { name: /^Background work/ });
    await expect
      .poll(async () => {
        await health.getByRole("button", { name: "Refresh now" }).click();
        return work.textContent();
      })
      .toBe("Background work: 1 failed");
    // A model that has declined is not asked again.
    expect(running.ai.bodies).toHaveLength(asked + 1);
    await work.click();
    const dialog = page.getByRole("dialog", { name: "Failed background work" });
    const failed = entry(dialog, "Content generation: 1 text post for Vesti");
    await failed
      .getByText("The model declined: I can't write about this competitor.", { exact: true })
      .waitFor();
    await failed.getByText("Zima").waitFor();

    running.ai.answers.push(write);
    await failed.getByRole("button", { name: /^Run again/ }).click();
    await dialog.getByText("No background work has failed.").waitFor();
    await page.keyboard.press("Escape");
    await goTo(page, "Content Library");
    await expect.poll(() => refreshed(page, "Vesti")).toBe("1");
    // Opened by its address, the page reads the new post at once: it would come with the next poll.
    await page.goto("/dashboard/publishing?tab=text");
    await cardOf(page, "Danas radimo do osam.").waitFor();
    await health.getByRole("button", { name: "Background work: none failed" }).waitFor();
  });

  async function addAccount(page: Page) {
    const { handle, password } = running.zima;
    await goTo(page, "Configuration");
    await page.getByRole("tab", { name: "Social Accounts" }).click();
    await page.getByRole("button", { name: "Add account" }).click();
    const form = page.getByRole("form", { name: "Add account" });
    await form.getByLabel("Platform").selectOption("bluesky");
    await form.getByLabel("Username").fill(handle);
    await form.getByLabel("Identifier").fill(handle);
    await form.getByLabel("App password", { exact: true }).fill(password);
    await form.getByRole("button", { name: "Add account" }).click();
    await page.getByText("The keys belong to @zima.example.com.").waitFor();
  }

  /** The four posts of the day's quotas: three with an image, and a text. */
  async function generateDay(page: Page) {
    await goTo(page, "Content Library");
    const texts = region(page, "Generation Status")
      .locator("dl > div")
      .filter({ hasText: "AI texts today" })
      .getByRole("definition");
    await expect.poll(() => texts.textContent()).toBe("0 of 500, 0 tokens, $0.00");
    running.ai.answers.push(write, write, write, write);
    await page.getByRole("button", { name: "Fill all quotas" }).click();
    await said(page, "Generation of 3 image posts and 1 text post in 3 categories is queued.");
    await expect.poll(() => refreshed(page, "Kape")).toBe("2");
    await expect.poll(() => refreshed(page, "Šale")).toBe("1");
    await expect.poll(() => refreshed(page, "Ponuda")).toBe("1");
    // 48,000 tokens read at $2.50, and 2,000 written at $10 for a million.
    await expect.poll(() => texts.textContent()).toBe("4 of 500, 50,000 tokens, $0.14");
  }

  /** Waits for the image of a post in the queue, and returns it. Its size is in pixels. */
  async function imageOf(page: Page, words: string, size: readonly [number, number]) {
    const image = cardOf(page, words).getByAltText("Image of the post");
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        image.evaluate((shown: HTMLImageElement) => [shown.naturalWidth, shown.naturalHeight]),
      )
      .toEqual(size);
    const address = new URL((await image.getAttribute("src")) ?? "", running.address);
    return Buffer.from(await (await fetch(address)).arrayBuffer());
  }
});

async function addTemplate(page: Page) {
  const pool = region(page, "Meme Template Pool Manager");
  await pool.getByRole("button", { name: "Add template" }).click();
  const form = page.getByRole("form", { name: "Meme template" });
  await form.getByLabel("Name", { exact: true }).fill("Želja i stvarnost");
  await upload(form, await plain("blue", 300, 300));
  await form.getByLabel("Usage explanation").fill("Gore želja, dole stvarnost.");
  await form.getByLabel("Humor explanation").fill("Svako čeka petak.");
  await form.getByRole("button", { name: "Create Template" }).click();
  await entry(pool, "Želja i stvarnost").waitFor();
}

async function addProduct(page: Page) {
  const catalog = region(page, "Product Catalog Manager");
  await catalog.getByRole("button", { name: "Add product" }).click();
  const form = page.getByRole("form", { name: "Product" });
  await form.getByLabel("Product name", { exact: true }).fill("Crvena šolja");
  await upload(form, await plain("red", 600, 600));
  await form.getByLabel("Description").fill("Drži toplotu dva sata.");
  await form.getByLabel("Call to action URL").fill("https://shop.example.com/solja");
  await form.getByRole("button", { name: "Create Product" }).click();
  await entry(catalog, "Crvena šolja").waitFor();
}

async function upload(form: Locator, buffer: Buffer) {
  await form
    .getByLabel("Upload", { exact: true })
    .locator("input[type=file]")
    .setInputFiles({ name: "slika.png", mimeType: "image/png", buffer });
  await form.getByText("Image uploaded.").waitFor();
}

/** Refreshes the Generation Status. @returns how many posts a category's pool has */
async function refreshed(page: Page, category: string) {
  const status = region(page, "Generation Status");
  await status.getByRole("button", { name: "Refresh", exact: true }).click();
  const row = status.getByRole("row").filter({ hasText: category });
  return row.locator('[data-label="Active"]').textContent();
}

const cardOf = (page: Page, words: string) => entry(region(page, "Content Approval Queue"), words);

/** Approves a post, and finds the same time in the toast and in the schedule. */
async function approve(page: Page, words: string, at: Date) {
  await cardOf(page, words).getByRole("button", { name: "Approve", exact: true }).click();
  // '1 Dec, 10:30 CET', or with the year after the month.
  const toast = page
    .getByText(new RegExp(`^Approved\\. Goes out at ${at.getDate()} .+, 10:30 .+ on Bluesky\\.$`))
    .first();
  await toast.waitFor();
  const told = await toast.textContent();
  const scheduled = entry(region(page, "Upcoming Scheduled Posts"), words);
  await scheduled.getByText("zima.example.com").first().waitFor();
  const time = scheduled.locator("time").first();
  expect(await time.getAttribute("datetime")).toBe(at.toISOString());
  expect(told).toBe(`Approved. Goes out at ${await time.textContent()} on Bluesky.`);
}

/** The plain colours between two heights of an image, which are parts of the whole. */
async function coloursOf(image: Buffer, [from, to]: readonly [number, number]) {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const [first, end] = [from, to].map((part) => Math.round(part * height) * width * channels);
  const seen = new Set<string>();
  for (let at = first ?? 0; at < (end ?? 0); at += channels) {
    for (const [name, parts] of Object.entries(colours)) {
      // JPEG changes each a little.
      if (parts.every((part, index) => Math.abs(part - (data[at + index] ?? 0)) < 40)) {
        seen.add(name);
      }
    }
  }
  return [...seen].sort();
}
