import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PlatformType, platforms, platformTypes } from "@/entities/account/platforms";
import { accountsApi } from "@/features/accounts/contract";
import { accounts } from "../../../../server/db/schema.ts";
import { platformAccount } from "../../../../server/features/accounts/platform-account.ts";
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

const filled = (platform: PlatformType) =>
  Object.fromEntries(platforms[platform].fields.map(({ name }) => [name, `good-${name}`]));

/** Returns an account with new credentials, as the console reads it. */
const withKeys = (platform_type: PlatformType, platform_username: string) => ({
  id: expect.any(Number),
  platform_type,
  platform_username,
  is_active: true,
  last_known_error: null,
  health: "untested",
  owner: null,
  expires_at: null,
  api_ends_at: null,
  credentials_changed_at: expect.any(String),
});

/** Inserts an account of the platform as it is after a failure: inactive, with an error. */
async function troubled(platform_type: PlatformType): Promise<number> {
  const [row] = await world.database.db
    .insert(accounts)
    .values({
      group_id: await world.addGroup(`Grupa ${crypto.randomUUID()}`),
      platform_type,
      platform_username: "zima",
      is_active: false,
      last_known_error: "Expired.",
    })
    .returning();
  return row?.id ?? 0;
}

async function rowOf(id: number) {
  const [row] = await world.database.db.select().from(accounts).where(eq(accounts.id, id));
  if (!row) throw new Error("There is no such account.");
  return row;
}
const at = (id: number) => ({ params: { id } });
const setCredentials = (id: number, credentials: Record<string, string>) => ({
  ...at(id),
  body: { credentials },
});

describe.each(platformTypes.filter((type) => platforms[type].connects === "credentials"))(
  "%s",
  (platform_type) => {
    const { label } = platforms[platform_type];
    const account = {
      platform_type,
      platform_username: platform_type,
      credentials: filled(platform_type),
    };

    test("accepts an account with all its credentials, and never returns one", async () => {
      const added = await add({ ...account, platform_username: `  ${platform_type}  ` });
      expect(added).toEqual({
        ...withKeys(platform_type, platform_type),
        credentials_changed_at: null,
      });
      expect(JSON.stringify(await rowOf(added.id))).not.toContain("good-");
    });

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

    test("takes new credentials, which make it active, are sealed and never returned", async () => {
      const id = await troubled(platform_type);
      const given = setCredentials(id, filled(platform_type));
      expect(await world.call(accountsApi.setCredentials, given)).toEqual(
        withKeys(platform_type, "zima"),
      );
      const row = await rowOf(id);
      expect(JSON.stringify(row)).not.toContain("good-");
      const known = await platformAccount(world.database.db, world.ports.secrets, row);
      expect(known.credentials).toEqual(filled(platform_type));
    });
  },
);

test("new credentials are checked like those of a new account, and else change nothing", async () => {
  const id = await troubled("threads");
  const before = await rowOf(id);
  const keys = (name: string, msg: string) => issue(["credentials", name], msg);
  expect(await world.refusal(accountsApi.setCredentials, setCredentials(id, {}))).toEqual({
    status: 422,
    detail: [
      keys("threads_user_id", "Threads user ID is required."),
      keys("access_token", "Access token is required."),
    ],
  });
  const unknown = setCredentials(id, { ...filled("threads"), api_key: "hush" });
  expect(await world.refusal(accountsApi.setCredentials, unknown)).toEqual({
    status: 422,
    detail: [keys("api_key", "Threads has no such credential.")],
  });
  expect(await rowOf(id)).toEqual(before);
  const none = setCredentials(await troubled("x_twitter"), {});
  expect(await world.call(accountsApi.setCredentials, none)).toMatchObject({ is_active: true });
});

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

test("credentials are an object, and the body has nothing else", async () => {
  const id = await troubled("bluesky");
  const put = async (json: unknown) => {
    const path = `publishing/accounts/${id}/credentials`;
    const answer = await world.request(path, { method: "PUT", json });
    return [answer.status, ((await answer.json()) as { detail: unknown }).detail];
  };
  const loc = (...names: string[]) => [expect.objectContaining({ loc: ["body", ...names] })];
  expect(await put({ credentials: filled("bluesky"), is_active: false })).toEqual([
    422,
    [
      {
        loc: ["body", "is_active"],
        msg: "Extra inputs are not permitted",
        type: "extra_forbidden",
      },
    ],
  ]);
  expect(await put({})).toEqual([422, loc("credentials")]);
  expect(await put({ credentials: { identifier: 1 } })).toEqual([
    422,
    loc("credentials", "identifier"),
  ]);
});

test.each([
  ["reddit", "A Reddit account has no credentials to type: connect it on Reddit again."],
  ["tiktok", "A TikTok account has no credentials to type: prime its session."],
] as const)("%s takes no credentials", async (platform, detail) => {
  const request = setCredentials(await troubled(platform), {});
  expect(await world.refusal(accountsApi.setCredentials, request)).toEqual({ status: 409, detail });
});

test("a primed TikTok account is active; a Reddit account has no session", async () => {
  const id = await troubled("tiktok");
  expect(await world.call(accountsApi.primeSession, at(id))).toEqual({
    message: "The session is primed: the account can publish.",
  });
  expect(await rowOf(id)).toMatchObject({ is_active: true, last_known_error: null });
  const reddit = await troubled("reddit");
  expect(await world.refusal(accountsApi.primeSession, at(reddit))).toEqual({
    status: 409,
    detail: "A Reddit account has no session to prime.",
  });
});

test("an X account without any keys does not pass the test", async () => {
  const { id } = await add({
    platform_type: "x_twitter",
    platform_username: "keyless",
    credentials: { bearer_token: " " },
  });
  expect(await world.refusal(accountsApi.test, at(id))).toEqual({
    status: 400,
    detail: "No keys have been entered for this account.",
  });
});

test("a missing account or group is a 404", async () => {
  const missing = at(999);
  const noAccount = { status: 404, detail: "No such account." };
  expect(await world.refusal(accountsApi.test, missing)).toEqual(noAccount);
  expect(await world.refusal(accountsApi.remove, missing)).toEqual(noAccount);
  const given = setCredentials(999, {});
  expect(await world.refusal(accountsApi.clearCredentials, missing)).toEqual(noAccount);
  expect(await world.refusal(accountsApi.setCredentials, given)).toEqual(noAccount);
  expect(await world.refusal(accountsApi.primeSession, missing)).toEqual(noAccount);
  const body = { platform_type: "threads", platform_username: "x", credentials: {} } as const;
  expect(await world.refusal(accountsApi.add, { ...missing, body })).toEqual({
    status: 404,
    detail: "No such group.",
  });
});
