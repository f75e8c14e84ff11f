import type { Page } from "playwright-core";
import { entry, region } from "../../support/screen";
import { answer, button, detailAlone, fill, form, menuItem, type Rows, sending } from "./row";

const library = "/dashboard/content?group=1";
/** Two of the items are images and one is a video. */
const items = `${library}&category=31`;

const status = (page: Page) => region(page, "Generation Status");
const row = (page: Page, category: string) =>
  status(page).getByRole("row").filter({ hasText: category });

async function choose(page: Page, text: string, name: string) {
  const pool = region(page, "Evergreen Content Pool");
  await button(entry(pool, text), "Actions").click();
  return menuItem(page, name);
}

async function postNow(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Post now" });
  await dialog.getByRole("checkbox", { name: /winter\.example/ }).check();
  return sending(dialog, "Post now");
}

async function openGenerator(page: Page) {
  const shown = form(page, "AI Content Generator");
  if (!(await shown.isVisible())) await button(page, "Show AI Content Generator").click();
  return shown;
}

export const contentRows: Rows = {
  writes: [
    {
      what: "generate one image post",
      at: library,
      call: "POST /admin/content-generation/trigger/{categoryId}",
      text: "Failed to trigger generation.",
      quoted: "Failed to trigger ...",
      withDetail: detailAlone,
      ready: (page) => button(row(page, "Daily thoughts"), "Generate image post"),
    },
    {
      what: "generate one text post",
      at: library,
      call: "POST /admin/content-generation/trigger/{categoryId}",
      text: "Failed to trigger generation.",
      quoted: "Failed to trigger ...",
      withDetail: detailAlone,
      ready: (page) => button(row(page, "Winter memes"), "Generate text post"),
    },
    {
      what: "generate the image quota of all categories",
      at: library,
      call: "POST /admin/content-generation/trigger-group-quota/{groupId}",
      text: "Failed to trigger generation for all categories.",
      quoted: "Failed to trigger ...",
      withDetail: detailAlone,
      ready: (page) => button(status(page), "Generate image quota"),
    },
    {
      what: "generate the text quota of all categories",
      at: library,
      call: "POST /admin/content-generation/trigger-group-quota/{groupId}",
      text: "Failed to trigger generation for all categories.",
      quoted: "Failed to trigger ...",
      withDetail: detailAlone,
      ready: (page) => button(status(page), "Generate text quota"),
    },
    {
      what: "fill the quota of a category",
      at: library,
      call: "POST /admin/content-generation/fill-quota/category/{id}",
      text: "Failed to queue task.",
      ready: (page) => button(row(page, "Daily thoughts"), "Fill quota"),
    },
    {
      what: "fill all quotas",
      at: library,
      call: "POST /admin/content-generation/fill-quota/group/{id}",
      text: "Failed to queue all tasks.",
      ready: (page) => button(status(page), "Fill all quotas"),
    },
    {
      what: "generate and approve a post",
      at: library,
      call: "POST /publishing/generate-and-approve",
      text: "Failed to start generation: An unexpected error occurred.",
      quoted: ["Failed to start generation: {detail}", "An unexpected error occurred."],
      withDetail: (detail) => `Failed to start generation: ${detail}`,
      ready: async (page) => {
        const generator = await openGenerator(page);
        await generator.getByLabel("Content category").selectOption({ label: "Daily thoughts" });
        await fill(generator, { "Post text": "A hat for every head." });
        await button(generator, "Generate and Approve").click();
        return answer(page, "Generate and Approve");
      },
    },
    {
      what: "create a content item",
      at: `${items}&dialog=new-item`,
      call: "POST /publishing/categories/{id}/items",
      text: "Failed to create content item.",
      ready: async (page) => {
        const dialog = page.getByRole("dialog", { name: "New content item" });
        await fill(dialog, { "Text content": "Mittens for two." });
        return button(dialog, "Create item");
      },
    },
    {
      what: "convert an item to a video",
      at: items,
      call: "POST /publishing/content-items/{id}/convert-to-video",
      text: "Failed to convert to video.",
      quoted: [],
      ready: (page) => choose(page, "A scarf in the snow", "Convert to video"),
    },
    {
      what: "re-convert a video",
      at: items,
      call: "POST /publishing/content-items/{id}/reconvert-video",
      text: "Failed to re-convert video.",
      quoted: [],
      ready: (page) => choose(page, "A hat in the wind", "Re-convert video"),
    },
    {
      what: "mark an item as unused",
      at: items,
      call: "POST /publishing/content-items/{id}/clear-last-used",
      text: "Failed to mark as unused.",
      quoted: [],
      ready: (page) => choose(page, "Tea at the window", "Mark as unused"),
    },
    {
      what: "delete an item",
      at: items,
      call: "DELETE /publishing/content-items/{id}",
      text: "Failed to delete item.",
      quoted: [],
      ready: async (page) => {
        await (await choose(page, "A scarf in the snow", "Delete")).click();
        return answer(page, "Delete");
      },
    },
    {
      what: "post an item now",
      at: `${items}&post-now=41`,
      call: "POST /publishing/content-items/{id}/post-now",
      text: "Failed to post now: An unexpected error occurred.",
      quoted: "Failed to post now: {detail}",
      withDetail: (detail) => `Failed to post now: ${detail}`,
      ready: postNow,
    },
  ],
  reads: [
    {
      what: "the generation status",
      at: library,
      call: "GET /admin/content-generation/status",
      text: "Failed to fetch generation status.",
    },
    {
      what: "the categories of the content library",
      at: library,
      call: "GET /publishing/account-groups/{id}/categories",
      text: "Failed to load content categories for this group.",
    },
    {
      what: "the items of a category",
      at: items,
      call: "GET /publishing/categories/{id}/items",
      text: "Failed to fetch content items.",
    },
    {
      what: "the accounts to post an item to",
      at: `${items}&post-now=41`,
      call: "GET /publishing/account-groups/{id}/accounts",
      text: "Failed to fetch group accounts.",
    },
  ],
  shown: [
    {
      what: "posting now to no account",
      at: `${items}&post-now=41`,
      text: "Please select at least one account to post to.",
      press: (page) => button(page.getByRole("dialog", { name: "Post now" }), "Post now").click(),
    },
    {
      what: "an image post of a category without a quota of them",
      at: library,
      text: "This category has no image posts quota set.",
      press: (page) => button(row(page, "Winter memes"), "Generate image post").click(),
    },
    {
      what: "a text post of a category without a quota of them",
      at: library,
      text: "This category has no text posts quota set.",
      press: (page) => button(row(page, "Daily thoughts"), "Generate text post").click(),
    },
  ],
};
