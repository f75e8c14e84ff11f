import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platforms, platformTypes } from "@/entities/account/platforms";
import { accountsApi } from "@/features/accounts/contract";
import type { BodyOf } from "../../../support/call.ts";
import { createWorld, type World } from "../../world.ts";

let world: World;
let group: number;
beforeAll(async () => {
  world = await createWorld();
  group = await world.addGroup();
});
afterAll(() => world.close());

type NewAccount = BodyOf<typeof accountsApi.add>;
const request = (body: NewAccount) => ({ params: { id: group }, body });
const add = (body: NewAccount) => world.call(accountsApi.add, request(body));
const refusalOf = (body: NewAccount) => world.refusal(accountsApi.add, request(body));
const issue = (loc: string[], msg: string) => ({ loc: ["body", ...loc], msg, type: "value_error" });

const filled = (platform: keyof typeof platforms) =>
  Object.fromEntries(platforms[platform].fields.map(({ name }) => [name, `good-${name}`]));

describe.each(platformTypes.filter((type) => platforms[type].connects === "credentials"))(
  "%s",
  (platform_type) => {
    const { fields, fieldsRequired, label } = platforms[platform_type];
    const account = {
      platform_type,
      platform_username: platform_type,
      credentials: filled(platform_type),
    };

    test("accepts an account with all its credentials, and never returns one", async () => {
      const added = await add({ ...account, platform_username: `  ${platform_type}  ` });
      expect(added).toEqual({
        id: expect.any(Number),
        platform_type,
        platform_username: platform_type,
        is_active: true,
        last_known_error: null,
        health: "untested",
        owner: null,
        expires_at: null,
        api_ends_at: null,
        credentials_changed_at: null,
      });
      const { rows } = await world.database.query(
        "select credentials from accounts where id = $1",
        [added.id],
      );
      expect(JSON.stringify(rows)).not.toContain("good-");
    });

    test.each(fields)(
      "$name is required only if the platform needs it",
      async ({ name, label: field }) => {
        const without = {
          ...account,
          platform_username: `without-${name}`,
          credentials: { ...account.credentials, [name]: " " },
        };
        if (fieldsRequired) {
          const detail = [issue(["credentials", name], `${field} is required.`)];
          expect(await refusalOf(without)).toEqual({ status: 422, detail });
        } else {
          await add(without);
        }
      },
    );

    test("an unknown credential is refused", async () => {
      const credentials = { ...account.credentials, api_key: "x" };
      const detail = [issue(["credentials", "api_key"], `${label} has no such credential.`)];
      expect(await refusalOf({ ...account, credentials })).toEqual({ status: 422, detail });
    });

    test("the username is required, and unique in a group", async () => {
      const detail = [issue(["platform_username"], "Username is required.")];
      for (const platform_username of [null, "  "]) {
        expect(await refusalOf({ ...account, platform_username })).toEqual({ status: 422, detail });
      }
      expect(
        await refusalOf({ ...account, platform_username: platform_type.toUpperCase() }),
      ).toEqual({
        status: 409,
        detail: `This group already has ${platform_type.toUpperCase()} on ${label}.`,
      });
    });
  },
);

test("a Reddit account is added only by connecting it", async () => {
  const refused = await refusalOf({
    platform_type: "reddit",
    platform_username: null,
    credentials: {},
  });
  const msg = "A Reddit account is added by connecting it on Reddit.";
  expect(refused).toEqual({ status: 422, detail: [issue(["platform_type"], msg)] });
});

test("a TikTok account is inactive until its session is primed", async () => {
  const added = await add({ platform_type: "tiktok", platform_username: "zima", credentials: {} });
  expect(added).toMatchObject({ is_active: false, last_known_error: null });
});

test("testing the credentials returns the platform's message, and the account shows it", async () => {
  const test = (id: string | number) => ({ params: { id } });
  const good = await add({
    platform_type: "threads",
    platform_username: "good",
    credentials: filled("threads"),
  });
  expect(await world.call(accountsApi.test, test(good.id))).toEqual({
    message: "The credentials work.",
  });

  const bad = await add({
    platform_type: "threads",
    platform_username: "Wrong",
    credentials: filled("threads"),
  });
  const { status, detail } = await world.refusal(accountsApi.test, test(bad.id));
  expect([status, detail]).toEqual([400, expect.stringMatching(/^Error validating access token/)]);
  const shown = (await world.accounts(group)).find(({ id }) => id === bad.id);
  expect(shown?.last_known_error).toBe(detail);
});

test("an X account without any keys does not pass the test", async () => {
  const { id } = await add({
    platform_type: "x_twitter",
    platform_username: "keyless",
    credentials: { bearer_token: " " },
  });
  expect(await world.refusal(accountsApi.test, { params: { id } })).toEqual({
    status: 400,
    detail: "No keys have been entered for this account.",
  });
});

test("a missing account or group is a 404", async () => {
  const missing = { params: { id: 999 } };
  expect(await world.refusal(accountsApi.test, missing)).toEqual({
    status: 404,
    detail: "No such account.",
  });
  expect(await world.refusal(accountsApi.remove, missing)).toEqual({
    status: 404,
    detail: "No such account.",
  });
  const body = { platform_type: "threads", platform_username: "x", credentials: {} } as const;
  expect(await world.refusal(accountsApi.add, { ...missing, body })).toEqual({
    status: 404,
    detail: "No such group.",
  });
});
