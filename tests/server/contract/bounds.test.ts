import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint, RequestOf } from "@/shared/api/endpoint";
import { productApi } from "../../../server/http/api.ts";
import type { Api } from "../../../server/kernel/handler.ts";
import { createWorld, type World } from "../world.ts";
import { requestOf } from "./fixtures.ts";

// `every-call` asks the contract itself what must be refused, so it misses a bound that the
// contract has lost. These bounds are written by hand: those of the specification, then the
// lengths.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Call = `${string}.${string}`;

/** Returns the answer to a call's valid request after a change of its body. */
async function statusOf(call: Call, change: (body: Record<string, unknown>) => unknown) {
  const [slice = "", name = ""] = call.split(".");
  const request = await requestOf(world, slice, name);
  const body = change(structuredClone(request.body ?? {}) as Record<string, unknown>);
  // It throws for a call that does not exist.
  const endpoint = (productApi as Api)[slice]?.[name] as Endpoint;
  const { status, detail } = await world.refusal(endpoint, {
    ...request,
    body,
  } as RequestOf<Endpoint>);
  return { status, detail, good: endpoint.status };
}

/** Sets a field, or a nested one: `credentials.api_key`. */
const put = (path: string, value: unknown) => (body: Record<string, unknown>) => {
  const names = path.split(".");
  const last = names.pop() ?? "";
  const within = names.reduce((part, name) => part[name] as Record<string, unknown>, body);
  if (value === undefined) delete within[last];
  else within[last] = value;
  return body;
};

async function expectTaken(call: Call, path: string, value: unknown) {
  const { status, good } = await statusOf(call, put(path, value));
  expect(status, `${call} takes ${path} = ${String(value).slice(0, 40)}`).toBe(good);
}
async function expectRefused(call: Call, path: string, value: unknown) {
  const { status } = await statusOf(call, put(path, value));
  expect(status, `${call} refuses ${path} = ${String(value).slice(0, 40)}`).toBe(422);
}

describe("Whole numbers within their bounds, and nothing beyond", () => {
  test.each([
    ["saleRotator.saveSettings", "rotator_count", 0, 20],
    ["saleRotator.saveSettings", "rotator_no_change_count", 0, 20],
    ["saleRotator.saveSettings", "print_count", 0, 10],
    ["saleRotator.saveSettings", "cooldown_days", 7, 90],
    ["saleRotator.saveSettings", "rotator_discount_percent", 5, 70],
    ["saleRotator.saveSettings", "print_discount_percent", 5, 70],
    ["categories.add", "image_posts_per_day", 0, 1000],
    ["categories.add", "video_posts_per_day", 0, 1000],
    ["categories.add", "text_posts_per_day", 0, 1000],
    ["categories.change", "image_posts_per_day", 0, 1000],
    ["categories.change", "video_posts_per_day", 0, 1000],
    ["categories.change", "text_posts_per_day", 0, 1000],
  ] as const)("%s: %s", async (call, field, least, most) => {
    for (const value of [least, most]) await expectTaken(call, field, value);
    for (const value of [least - 1, most + 1, least + 0.5, String(least), null])
      await expectRefused(call, field, value);
  });
});

describe("Required fields may be neither missing nor empty", () => {
  test.each([
    ["groups.create", ["name"]],
    ["categories.add", ["name"]],
    ["content.add", ["text_content"]],
    ["content.publish", ["text_content"]],
    ["generation.generateAndApprove", ["text_content"]],
    ["integrations.add", ["store_name", "credentials.api_key", "credentials.password"]],
    ["integrations.add", ["credentials.webhook_secret"]],
    ["integrations.adAccounts", ["user_access_token"]],
    ["newsletter.addSubscriber", ["email"]],
    ["memeTemplates.add", ["name", "template_image_url"]],
    ["memeTemplates.add", ["usage_explanation", "humor_explanation"]],
    ["products.add", ["name", "product_image_url", "description"]],
    ["saleRotator.saveSettings", ["sale_tag"]],
  ] as const)("%s: %s", async (call, fields) => {
    for (const field of fields) {
      for (const value of [undefined, null, "", "  "]) await expectRefused(call, field, value);
    }
  });

  test("the counts of a new category may not be missing", async () => {
    for (const field of ["image", "video", "text"])
      await expectRefused("categories.add", `${field}_posts_per_day`, undefined);
  });

  test.each(["sales", "weekly_sale"])(
    "a category of type %s needs a sales channel, but no product tag",
    async (type) => {
      const of = (channel: string | null, tag: string | null) =>
        statusOf("categories.add", (body) => ({
          ...body,
          category_type: type,
          shopify_sales_channel: channel,
          shopify_product_tag: tag,
        }));
      expect((await of(null, "zima")).status).toBe(422);
      expect((await of("", "zima")).status).toBe(422);
      expect((await of("Online Store", null)).status).toBe(201);
    },
  );

  test.each(["evergreen", "memes"])("a category of type %s needs none", async (type) => {
    const { status } = await statusOf("categories.add", (body) => ({
      ...body,
      category_type: type,
      shopify_sales_channel: null,
    }));
    expect(status).toBe(201);
  });

  test.each([
    ["x_twitter", [], 201],
    ["instagram", ["instagram_user_id", "access_token"], 201],
    ["facebook_page", ["page_id", "page_access_token"], 201],
    ["linkedin_profile", ["access_token", "author_urn"], 201],
    ["linkedin_organization", ["access_token", "author_urn"], 201],
    ["threads", ["threads_user_id", "access_token"], 201],
    ["bluesky", ["identifier", "password"], 201],
    ["tiktok", [], 201],
  ] as const)("an account of %s needs %j", async (platform_type, fields, good) => {
    const add = (credentials: Record<string, string>, platform_username: string | null) =>
      statusOf("accounts.add", () => ({ platform_type, platform_username, credentials }));
    const all = Object.fromEntries(fields.map((field) => [field, "urn:li:person:abc-123"]));
    expect((await add(all, "zimska")).status).toBe(good);
    for (const field of fields) {
      const { [field]: _, ...others } = all;
      expect((await add(others, "zimska")).status, field).toBe(422);
    }
    for (const name of ["", null]) expect((await add(all, name)).status).toBe(422);
  });
});

describe("Only these values and nothing else", () => {
  test.each([
    ["categories.change", "category_type", ["evergreen", "memes", "sales", "weekly_sale"]],
    ["groups.change", "focus_media_type", ["image", "video"]],
  ] as const)("%s: %s", async (call, field, values) => {
    for (const value of values) await expectTaken(call, field, value);
    for (const value of ["text", "", "Evergreen", null]) await expectRefused(call, field, value);
  });

  test("the platform of an integration is shopify, facebook_ads or amazon_ses", async () => {
    await expectRefused("integrations.add", "platform", "woocommerce");
    const ses = {
      platform: "amazon_ses",
      store_name: "news@example.com",
      credentials: { aws_access_key_id: "AKIAEXAMPLE", aws_secret_access_key: "sandbox-secret" },
    };
    expect((await statusOf("integrations.add", () => ses)).status).toBe(201);
    const noMail = { ...ses, store_name: "news" };
    expect((await statusOf("integrations.add", () => noMail)).status).toBe(422);
  });
});

describe("Addresses", () => {
  test.each([
    ["products.add", "product_image_url"],
    ["products.add", "call_to_action_url"],
    ["memeTemplates.add", "template_image_url"],
    ["content.add", "image_url"],
    ["content.add", "video_url"],
    ["content.edit", "video_url"],
    ["content.publish", "video_url"],
    ["queue.edit", "video_url"],
    ["groups.change", "logo_url"],
  ] as const)("%s: %s is a web address", async (call, field) => {
    await expectTaken(call, field, "https://cdn.example.com/sal.jpg");
    for (const value of ["sal", "javascript:alert(1)", "data:text/html,x", "///evil.example"])
      await expectRefused(call, field, value);
  });

  test("an email address has a name and a domain", async () => {
    await expectTaken("newsletter.addSubscriber", "email", "milica@example.com");
    for (const value of ["milica", "milica@", "@example.com", "a b@example.com"])
      await expectRefused("newsletter.addSubscriber", "email", value);
  });
});

describe("Texts up to their maximum length, and no longer", () => {
  test.each([
    ["groups.create", "name", 200],
    ["groups.create", "description", 2000],
    ["groups.setMascot", "ai_mascot_description", 4000],
    ["groups.setProxy", "proxy_username", 200],
    ["groups.setProxy", "proxy_password", 1000],
    ["accounts.add", "platform_username", 200],
    ["categories.add", "name", 200],
    ["categories.add", "category_prompt", 10_000],
    ["content.add", "text_content", 60_000],
    ["content.add", "title", 1000],
    ["content.add", "reddit_title", 2000],
    ["content.add", "reddit_body", 60_000],
    ["content.add", "image_prompt", 10_000],
    ["generation.generateAndApprove", "text_content", 60_000],
    ["generation.generateAndApprove", "prompt", 10_000],
    ["integrations.add", "credentials.api_key", 4000],
    ["memeTemplates.add", "name", 200],
    ["memeTemplates.add", "usage_explanation", 10_000],
    ["memeTemplates.add", "humor_explanation", 10_000],
    ["products.add", "name", 200],
    ["products.add", "description", 10_000],
    ["newsletter.addSubscriber", "name", 200],
    ["saleRotator.saveSettings", "sale_tag", 255],
  ] as const)("%s: %s, %i characters", async (call, field, most) => {
    await expectTaken(call, field, "x".repeat(most));
    await expectRefused(call, field, "x".repeat(most + 1));
  });

  // A draft, which is not rendered yet.
  test.each([
    ["subject_template", 2000],
    ["mjml_template", 500_000],
  ])("newsletter.saveSettings: %s, %i characters", async (field, most) => {
    const save = (length: number) =>
      statusOf("newsletter.saveSettings", (body) => ({
        ...body,
        is_active: false,
        [field]: "x".repeat(length),
      }));
    expect((await save(most)).status).toBe(200);
    expect((await save(most + 1)).status).toBe(422);
  });
});

describe("Lists", () => {
  test.each([
    ["content.list", 1000],
    ["performance.list", 10_000],
  ] as const)("%s: a page has at most %i", async (call, most) => {
    const [slice = "", name = ""] = call.split(".");
    const path = {
      content: `publishing/categories/${await world.addCategory(await world.addGroup(call))}/items`,
      performance: "publishing/performance/posts",
    }[slice];
    expect(name).toBe("list");
    const status = async (limit: number) => (await world.request(`${path}?limit=${limit}`)).status;
    expect([await status(1), await status(most)]).toEqual([200, 200]);
    expect([await status(0), await status(most + 1)]).toEqual([422, 422]);
  });

  test("Post now takes 1 to 200 accounts", async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => n + 1_000_000);
    const why = async (count: number) => {
      const change = put("social_account_ids", ids(count));
      return JSON.stringify((await statusOf("content.postNow", change)).detail);
    };
    expect(await why(0)).toContain("Please select at least one account to post to.");
    expect(await why(201)).toContain("At most 200 accounts.");
    // 200 are allowed: the request is refused only because there are no such accounts.
    expect(await why(200)).not.toContain("At most 200 accounts.");
  });
});
