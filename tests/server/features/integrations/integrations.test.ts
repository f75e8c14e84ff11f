import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { integrationApi } from "@/entities/integration/contract";
import { integrationsApi } from "@/features/integrations/contract";
import type { RequestOf } from "@/shared/api/endpoint";
import {
  integrations,
  newsletterSettings,
  saleRuns,
  shopProducts,
} from "../../../../server/db/schema.ts";
import { openKeys } from "../../../../server/features/integrations/integration-keys.ts";
import { liveWorld } from "../../../../server/ports/world.ts";
import { createWorld } from "../../world.ts";
import { startWorld } from "../start-world.ts";

const world = await startWorld();

/** The group of the running test. */
let group: number;
beforeEach(async () => {
  group = await newGroup();
});

type Body = RequestOf<typeof integrationsApi.add>["body"];

const token = "EAAGhush1234567890hush";
const shopify = (store_name = "zimska.myshopify.com"): Body => ({
  platform: "shopify",
  store_name,
  credentials: { api_key: "hush-1", password: "hush-2", webhook_secret: "hush-3" },
});
const ses = (store_name = "novosti@zimska.example.com"): Body => ({
  platform: "amazon_ses",
  store_name,
  credentials: { aws_access_key_id: "hush-1", aws_secret_access_key: "hush-2" },
});
async function facebook(): Promise<Body> {
  const request = { body: { user_access_token: token } };
  const [account] = await world.call(integrationsApi.adAccounts, request);
  return {
    platform: "facebook_ads",
    store_name: String(account?.id),
    credentials: { user_access_token: token },
  };
}

const newGroup = () => world.addGroup(`Grupa ${crypto.randomUUID()}`);
const add = (group: number, body: Body) =>
  world.call(integrationsApi.add, { params: { id: group }, body });
const refusedAdd = (group: number, body: unknown) =>
  // A body to be refused does not have the contract's type.
  world.refusal(integrationsApi.add, { params: { id: group }, body: body as Body });
const list = (group: number) => world.call(integrationApi.list, { params: { id: group } });
const rowOf = async (id: unknown) =>
  (
    await world.database.db
      .select()
      .from(integrations)
      .where(eq(integrations.id, Number(id)))
  )[0];

test("an integration says when the API of its platform ends, from 60 days before", async () => {
  const [minute, day] = [60_000, 86_400_000];
  const ends = (milliseconds: number) =>
    new Date(world.clock.now().getTime() + milliseconds).toISOString();
  const [far, near] = [ends(60 * day + 60 * minute), ends(60 * day - minute)];
  const apiEnds = { shopify: far, facebook_ads: near };
  const live = await createWorld({
    ports: { world: liveWorld(["shopify", "facebook_ads", "amazon_ses"], false, apiEnds) },
  });
  onTestFinished(() => live.close());
  const params = { id: await live.addGroup() };
  for (const body of [shopify(), await facebook(), ses()]) {
    await live.call(integrationsApi.add, { params, body });
  }
  const shown = async () =>
    (await live.call(integrationApi.list, { params })).map(({ api_ends_at }) => api_ends_at);
  expect(await shown()).toEqual([null, near, null]);
  live.clock.advance(day);
  expect(await shown()).toEqual([far, near, null]);
  live.clock.advance(60 * day);
  expect(await shown()).toEqual([far, near, null]);
  expect((await live.call(integrationApi.all, {})).map((one) => one.api_ends_at)).toContain(far);
});

describe("an integration that is added", () => {
  test.each([
    ["shopify", async () => shopify(" Zimska.myshopify.com ")],
    ["facebook_ads", facebook],
    ["amazon_ses", async () => ses()],
  ] as const)("is listed without its keys, which are sealed: %s", async (platform, make) => {
    const body = await make();
    const added = await add(group, body);
    const store_name = body.store_name.trim();
    expect(added).toEqual({
      id: expect.any(Number),
      platform,
      store_name,
      account_group_id: group,
      synced_at: null,
      sync_progress: null,
      last_known_error: null,
      note: null,
      events_url: null,
      last_event_at: null,
      api_ends_at: null,
    });
    expect(await list(group)).toEqual([added]);
    expect(await world.call(integrationApi.all, {})).toContainEqual(added);
    const row = await rowOf(added.id);
    expect(JSON.stringify(row)).not.toContain("hush");
    if (!row) throw new Error("The integration was not kept.");
    expect(openKeys(world.ports.secrets, row)).toMatchObject({ ...body.credentials });
  });

  test("through Amazon SES has the region us-east-1 unless it names another", async () => {
    const regionOf = async (id: unknown) => {
      const row = await rowOf(id);
      return row && openKeys(world.ports.secrets, row).aws_region;
    };
    const [here, there] = [await add(group, ses()), await add(group, regional("ap-southeast-2"))];
    expect([await regionOf(here.id), await regionOf(there.id)]).toEqual([
      "us-east-1",
      "ap-southeast-2",
    ]);
  });

  test("is listed after the older ones, and only for its own group", async () => {
    const [one, other] = [group, await newGroup()];
    const ids = [(await add(one, ses())).id, (await add(one, shopify())).id];
    const third = (await add(other, ses())).id;
    expect((await list(one)).map(({ id }) => id)).toEqual(ids);
    expect((await list(other)).map(({ id }) => id)).toEqual([third]);
    const all = (await world.call(integrationApi.all, {})).map(({ id }) => Number(id));
    expect(all).toEqual(all.toSorted((first, second) => first - second));
    expect(all).toEqual(expect.arrayContaining([...ids, third]));
  });
});

const regional = (aws_region: string): Body => ({
  platform: "amazon_ses",
  store_name: `novosti@${aws_region}.example.com`,
  credentials: { aws_access_key_id: "hush-1", aws_secret_access_key: "hush-2", aws_region },
});

describe("an integration is refused", () => {
  test("that the group already has, in any case, but accepted in another group", async () => {
    await add(group, shopify());
    await add(group, ses());
    expect(await refusedAdd(group, shopify("ZIMSKA.myshopify.com"))).toEqual({
      status: 409,
      detail: "This group already has ZIMSKA.myshopify.com on Shopify.",
    });
    expect(await refusedAdd(group, ses("Novosti@zimska.example.com"))).toMatchObject({
      status: 409,
      detail: "This group already has Novosti@zimska.example.com on Amazon SES.",
    });
    expect(await list(group)).toHaveLength(2);
    await add(await newGroup(), shopify());
  });

  test("of a missing group, before its platform is asked", async () => {
    const shop = vi.spyOn(world.ports.shop, "test");
    expect(await refusedAdd(9999, shopify())).toEqual({ status: 404, detail: "No such group." });
    expect(shop).not.toHaveBeenCalled();
  });

  test("whose keys its platform refuses, with the platform's message", async () => {
    const credentials = { api_key: "a", password: "so-WRONG", webhook_secret: "c" };
    expect(await refusedAdd(group, { ...shopify(), credentials })).toEqual({
      status: 400,
      detail: "[API] Invalid API key or access token (unrecognized login or wrong password)",
    });
    const ads = {
      ...(await facebook()),
      credentials: { user_access_token: "so-wrong-1234567890" },
    };
    expect(await refusedAdd(group, ads)).toEqual({
      status: 400,
      detail: "Invalid OAuth access token - Cannot parse access token. (190)",
    });
    expect(await list(group)).toEqual([]);
  });

  test("whose platform does not answer, without the thrown error", async () => {
    const ads = await facebook();
    const failure = new Error("socket hang up with hush-1");
    vi.spyOn(world.ports.shop, "test").mockRejectedValue(failure);
    vi.spyOn(world.ports.ads, "accounts").mockRejectedValue(failure);
    expect(await refusedAdd(group, shopify())).toEqual({
      status: 503,
      detail: "Shopify did not answer. Try again.",
    });
    expect(await refusedAdd(group, ads)).toEqual({
      status: 503,
      detail: "Facebook did not answer. Try again.",
    });
    expect(await list(group)).toEqual([]);
  });

  test("for an ad account that is not one of the token's", async () => {
    expect(await refusedAdd(group, { ...(await facebook()), store_name: "act_1" })).toEqual({
      status: 422,
      detail: [
        {
          loc: ["body", "store_name"],
          msg: "This token has no access to this ad account. Choose another.",
          type: "value_error",
        },
      ],
    });
    expect(await list(group)).toEqual([]);
  });
});

describe("the wrong field is named", () => {
  const noAdAccount = "Please fetch and select an ad account, and provide a token.";
  const region = "AWS region must look like us-east-1.";
  const email = "Sender email must be an email address like news@example.com.";
  const forms = {
    shopify: shopify(),
    facebook_ads: {
      platform: "facebook_ads",
      store_name: "act_1",
      credentials: { user_access_token: token },
    },
    amazon_ses: regional("eu-west-1"),
  } as const;

  test.each<[platform: keyof typeof forms, field: string, value: unknown, msg: string]>([
    ["shopify", "store_name", " ", "Store name is required."],
    ["shopify", "store_name", "a".repeat(201), "At most 200 characters."],
    ["shopify", "credentials.api_key", "", "API key is required."],
    ["shopify", "credentials.password", "  ", "Access token is required."],
    ["shopify", "credentials.webhook_secret", "", "Webhook secret is required."],
    ["shopify", "credentials.aws_region", "us-east-1", "Extra inputs are not permitted"],
    ["shopify", "credentials", undefined, "Field required"],
    ["shopify", "platform", "etsy", "Platform must be shopify, facebook_ads or amazon_ses."],
    ["facebook_ads", "store_name", "", noAdAccount],
    ["facebook_ads", "credentials.user_access_token", "", noAdAccount],
    ["amazon_ses", "store_name", "", "Sender email is required."],
    ["amazon_ses", "store_name", "novosti", email],
    ["amazon_ses", "store_name", "a@b.example.com\nBcc: c@d.example.com", email],
    ["amazon_ses", "credentials.aws_access_key_id", "", "AWS access key ID is required."],
    ["amazon_ses", "credentials.aws_secret_access_key", "", "AWS secret access key is required."],
    ["amazon_ses", "credentials.aws_region", "", "AWS region is required."],
    ["amazon_ses", "credentials.aws_region", "evil.example.com/", region],
    ["amazon_ses", "credentials.aws_region", null, expect.stringContaining("expected string")],
  ])("%s, %s: %j", async (platform, field, value, msg) => {
    const path = field.split(".");
    const form: Record<string, unknown> = { ...forms[platform] };
    if (path[1] === undefined) form[field] = value;
    else form.credentials = { ...forms[platform].credentials, [path[1]]: value };
    const answer = await refusedAdd(group, form);
    expect(answer).toEqual({
      status: 422,
      detail: [expect.objectContaining({ loc: ["body", ...path], msg })],
    });
    expect(JSON.stringify(answer)).not.toContain("hush");
    expect(await list(group)).toEqual([]);
  });
});

describe("a copy", () => {
  const copy = (source: unknown, target: number) => ({
    body: { source_integration_id: Number(source), target_group_id: target },
  });

  test("is the same shop with the same keys in another group, with products of its own", async () => {
    const [from, to] = [group, await newGroup()];
    const source = await add(from, shopify());
    const added = await world.call(integrationsApi.copy, copy(source.id, to));
    expect(added).toEqual({ ...source, id: expect.any(Number), account_group_id: to });
    expect(added.id).not.toBe(source.id);
    const [one, other] = [await rowOf(source.id), await rowOf(added.id)];
    if (!one || !other) throw new Error("An integration was not kept.");
    expect(openKeys(world.ports.secrets, other)).toEqual(openKeys(world.ports.secrets, one));
    await world.runJobs();
    expect(await productsOf(added.id)).toBe(60);
    await world.call(integrationsApi.remove, { params: { id: Number(source.id) } });
    expect([await productsOf(source.id), await productsOf(added.id)]).toEqual([0, 60]);
  });

  test("is refused if the group already has that shop", async () => {
    const [from, to] = [group, await newGroup()];
    const source = await add(from, shopify());
    await add(to, shopify("Zimska.MyShopify.com"));
    expect(await world.said(integrationsApi.copy, copy(source.id, to))).toBe(
      "409 This group already has zimska.myshopify.com on Shopify.",
    );
    expect(await list(to)).toHaveLength(1);
  });

  test("of anything but a shop, or into its own group, is refused", async () => {
    const [from, to] = [group, await newGroup()];
    const issue = (field: string, msg: string) => ({
      status: 422,
      detail: [{ loc: ["body", field], msg, type: "value_error" }],
    });
    const sender = await add(from, ses());
    expect(await world.refusal(integrationsApi.copy, copy(sender.id, to))).toEqual(
      issue("source_integration_id", "Only a Shopify integration can be copied."),
    );
    const shop = await add(from, shopify());
    expect(await world.refusal(integrationsApi.copy, copy(shop.id, from))).toEqual(
      issue("target_group_id", "This integration already belongs to this group."),
    );
    expect(await list(to)).toEqual([]);
  });
});

const productsOf = (id: unknown) =>
  world.database.db.$count(shopProducts, eq(shopProducts.integration_id, Number(id)));

describe("a deleted integration", () => {
  test("is gone with its products, and settings and runs that used it stay without it", async () => {
    const [shop, sender] = [await add(group, shopify()), await add(group, ses())];
    await world.runJobs();
    const { db } = world.database;
    await db.insert(newsletterSettings).values({
      group_id: group,
      is_active: true,
      integration_id: Number(sender.id),
      subject_template: "Zdravo",
      mjml_template: "<mjml></mjml>",
    });
    const now = world.clock.now();
    await db.insert(saleRuns).values({
      group_id: group,
      integration_id: Number(shop.id),
      kind: "live",
      origin: `live:${group}`,
      status: "finished",
      started_at: now,
      active_at: now,
    });
    for (const { id } of [shop, sender]) {
      expect(await world.call(integrationsApi.remove, { params: { id } })).toBeUndefined();
    }
    expect(await list(group)).toEqual([]);
    expect(await productsOf(shop.id)).toBe(0);
    const [settings] = await db
      .select()
      .from(newsletterSettings)
      .where(eq(newsletterSettings.group_id, group));
    expect(settings).toMatchObject({ integration_id: null, is_active: true });
    const [run] = await db.select().from(saleRuns).where(eq(saleRuns.group_id, group));
    expect(run).toMatchObject({ integration_id: null, status: "finished" });
  });

  test("may be added again; a missing one is a 404", async () => {
    const params = { id: Number((await add(group, shopify())).id) };
    await world.call(integrationsApi.remove, { params });
    expect(await world.said(integrationsApi.remove, { params })).toBe("404 No such integration.");
    await add(group, shopify());
    expect(await list(group)).toHaveLength(1);
  });
});

describe("the ad accounts of a token", () => {
  const said = (user_access_token: string) =>
    world.said(integrationsApi.adAccounts, { body: { user_access_token } });

  test("are refused if Facebook does not answer, without the thrown error", async () => {
    vi.spyOn(world.ports.ads, "accounts").mockRejectedValue(new Error(`GET /me?token=${token}`));
    expect(await said(token)).toBe("503 Facebook did not answer. Try again.");
  });

  test("are refused for whole minutes by a limit of Facebook", async () => {
    const retryAt = new Date(world.clock.now().getTime() + 14.5 * 60_000);
    const error = "There have been too many calls.";
    vi.spyOn(world.ports.ads, "accounts").mockResolvedValue({
      ...{ ok: false, why: "later", error, retryAt },
    });
    expect(await said(token)).toBe("429 There have been too many calls. Try again in 15 minutes.");
  });

  test("are shown without the token, which is not stored", async () => {
    const send = () =>
      world.request("publishing/facebook/ad-accounts", {
        method: "POST",
        headers: { "Idempotency-Key": "ads-1" },
        json: { user_access_token: token },
      });
    const texts = await Promise.all([(await send()).text(), (await send()).text()]);
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toContain(token);
    const { rows } = await world.database.query("select * from idempotency_keys");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
