import type { Page } from "playwright-core";
import { answer, button, fill, form, type Rows } from "./row";

const tab = (name: string) => `/dashboard/config?group=1&tab=${name}`;

async function newGroup(page: Page) {
  await button(page, "+ New Group").click();
  const dialog = page.getByRole("dialog", { name: "Create New Group" });
  await dialog.getByLabel("Group Name").fill("Autumn");
  return button(dialog, "Create Group");
}

/** Fills one of the separately saved forms of a category. @returns its save button */
const save =
  (title: string, name: string, type: (page: Page) => Promise<unknown>) => async (page: Page) => {
    await type(page);
    return button(form(page, title), name);
  };

const category = `${tab("evergreen")}&category=31`;

export const groupRows: Rows = {
  writes: [
    {
      what: "create a group",
      at: "/dashboard/content",
      call: "POST /publishing/account-groups",
      text: "Failed to create group.",
      ready: newGroup,
    },
    {
      what: "save a group's media and logo",
      at: tab("settings"),
      call: "PATCH /publishing/account-groups/{id}",
      text: "Failed to save settings.",
      ready: async (page) => {
        await fill(form(page, "Media and logo"), { "Logo URL": "/uploads/logo.png" });
        return button(form(page, "Media and logo"), "Save settings");
      },
    },
    {
      what: "save the mascot",
      at: tab("mascot"),
      call: "PUT /publishing/account-groups/{id}/mascot",
      text: "Failed to save mascot settings.",
      ready: async (page) => {
        await fill(form(page, "Mascot"), { Description: "A bear in a scarf." });
        return button(form(page, "Mascot"), "Save mascot");
      },
    },
    {
      what: "save the proxy",
      at: tab("settings"),
      call: "PUT /publishing/account-groups/{id}/proxy",
      text: "Failed to save proxy settings.",
      ready: async (page) => {
        await fill(form(page, "Proxy"), { "Proxy server": "http://proxy.example.com:8080" });
        return button(form(page, "Proxy"), "Save proxy");
      },
    },
    {
      what: "publish at once",
      at: tab("direct"),
      call: "POST /publishing/publish",
      text: "Failed to publish. Check console for details.",
      ready: async (page) => {
        await fill(form(page, "Publish now"), { "Text content": "Snow is coming." });
        await button(form(page, "Publish now"), "Publish").click();
        return answer(page, "Publish");
      },
    },
    {
      what: "add a category",
      at: tab("evergreen"),
      call: "POST /publishing/account-groups/{id}/categories",
      text: "Failed to create category.",
      ready: async (page) => {
        await button(page, "Add category").click();
        await fill(form(page, "Add category"), { Name: "Recipes" });
        return button(form(page, "Add category"), "Add category");
      },
    },
    {
      what: "save a category",
      at: category,
      call: "PATCH /publishing/categories/{id}",
      text: "Failed to update category settings.",
      ready: save("Category settings", "Save category", (page) =>
        fill(form(page, "Category settings"), { "Category prompt": "Short and cheerful." }),
      ),
    },
    {
      what: "save the platforms of a category",
      at: category,
      call: "PATCH /publishing/categories/{id}",
      text: "Failed to save platform settings.",
      ready: save("Enabled platforms", "Save platforms", async (page) => {
        const platforms = form(page, "Enabled platforms");
        await platforms.getByRole("checkbox", { name: "All active platforms" }).uncheck();
        await platforms.getByRole("checkbox", { name: "Bluesky" }).check();
      }),
    },
    {
      what: "save the Reddit settings of a category",
      at: category,
      call: "PATCH /publishing/categories/{id}",
      text: "Failed to save Reddit settings.",
      ready: save("Reddit settings", "Save Reddit settings", (page) =>
        form(page, "Reddit settings").getByLabel("Subreddits").fill("crochet"),
      ),
    },
  ],
  reads: [
    {
      what: "the groups",
      at: "/dashboard/content",
      call: "GET /publishing/account-groups",
      text: "Failed to load account groups.",
    },
    {
      what: "the categories of a group's configuration",
      at: tab("evergreen"),
      call: "GET /publishing/account-groups/{id}/categories",
      text: "Failed to fetch content categories.",
    },
    {
      what: "the flairs of a subreddit",
      at: category,
      call: "GET /publishing/reddit/flairs/{subreddit}",
      text: "Failed to fetch available flairs",
      press: (page) => button(page, "Fetch flairs").click(),
    },
  ],
  shown: [
    {
      what: "an account that may not sign in",
      at: "/login?error=unauthorized",
      text: "Access Denied. Your account is not authorized to use this application.",
    },
    {
      what: "the group picker without groups",
      at: "/dashboard/content",
      text: "No account groups found. Create one in the 'Account Groups & Publishing' tab.",
      arrange: (backend) => {
        backend.state().groups.length = 0;
      },
    },
    {
      what: "the content library without groups",
      at: "/dashboard/content",
      text: "Please select or create an account group to manage its content library.",
      arrange: (backend) => {
        backend.state().groups.length = 0;
      },
    },
  ],
};
