import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { groupsApi } from "@/features/groups/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { readConfig } from "../../../server/config.ts";
import { integrations } from "../../../server/db/schema.ts";
import { shopConnection } from "../../../server/features/integrations/integration-keys.ts";
import { placeIn } from "../../../server/keys/sealed-columns.ts";
import { unlock } from "../../../server/keys/unlock.ts";
import { testKey } from "../../support/ports.ts";
import { createWorld, type World } from "../world.ts";

const folder = mkdtempSync(join(tmpdir(), "console-unlock-"));
afterAll(() => rmSync(folder, { recursive: true }));

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const newFolder = () => mkdtempSync(join(folder, "data-"));
const hexOf = (key: Uint8Array) => Buffer.from(key).toString("hex");
const keyOf = (byte: number) => Buffer.alloc(32, byte);
const open = (environment: Record<string, string>) =>
  unlock(world.database, readConfig({ DATA_DIR: "/nowhere", ...environment }));
const withKey = (...keys: Uint8Array[]) => open({ SECRET_KEY: keys.map(hexOf).join(",") });

/** Texts that the first release sealed with the key of the tests: a password `stara`, or the word alone. */
const firstReleaseTexts = {
  accounts: "v1.X-aMw1T8_UIF4aIB4aoySCgi7rIYAN1vFby5WZIs9PFXMjm_5W-oxMESs5i3MVc3",
  integrations: "v1._7GhPll4PNVZAUDkMNx0bx4enYScnBOyP_h3h7d5gwZVxhSwUfNotaepHu-7rUGQ",
  groups: "v1.f7TWL8aQFw7_Ws0sNm0PAGF_TfzKYCHjjtBagfcHQ_YC",
};

/** Adds an account, an integration and a proxy password, sealed with the key of the tests. */
async function addSecrets() {
  const group = await world.addGroup();
  const account = await world.addAccount(group);
  const { id } = await world.call(integrationsApi.add, {
    params: { id: group },
    body: {
      platform: "shopify",
      store_name: "zima.myshopify.com",
      credentials: { api_key: "key", password: "sandbox-token", webhook_secret: "hook" },
    },
  });
  await world.call(groupsApi.setProxy, {
    params: { id: group },
    body: {
      proxy_server: "http://proxy.example.com:8080",
      proxy_username: "z",
      proxy_password: "tajna",
    },
  });
  return { group, account, integration: Number(id) };
}

async function sealed(): Promise<string[]> {
  const { rows } = await world.database.query(
    `select credentials as text from accounts where credentials is not null
     union all select credentials from integrations
     union all select proxy_password from groups where proxy_password is not null`,
  );
  return (rows as { text: string }[]).map(({ text }) => text);
}

describe("A start with a new database", () => {
  test("makes a key, and later starts accept that one only", async () => {
    const [own, other] = [newFolder(), newFolder()];
    await open({ DATA_DIR: own });
    expect(readdirSync(own)).toEqual(["secret.key"]);
    await open({ DATA_DIR: own });

    await expect(open({ DATA_DIR: other })).rejects.toMatchObject({
      name: "StartError",
      message: `There is no secret.key in ${other}, and this database was sealed with one: set DATA_DIR to the folder that has it, or set SECRET_KEY.`,
    });
    expect(readdirSync(other)).toEqual([]);
    await expect(withKey(keyOf(1))).rejects.toMatchObject({
      name: "StartError",
      message:
        "The key of SECRET_KEY is not the one that this database was sealed with: use the key of this installation, or restore it from a backup.",
    });
    await open({ SECRET_KEY: hexOf(readFileSync(join(own, "secret.key"))) });
  });
});

describe("A database of the first release, which has no check of the key", () => {
  /** Seals everything as the first release did. */
  async function asFirstRelease() {
    const secrets = await addSecrets();
    const texts = [
      ["accounts", "credentials", secrets.account],
      ["integrations", "credentials", secrets.integration],
      ["groups", "proxy_password", secrets.group],
    ] as const;
    for (const [table, column, id] of texts) {
      await world.database.query(`update ${table} set ${column} = $1 where id = $2`, [
        firstReleaseTexts[table],
        id,
      ]);
    }
    return secrets;
  }

  test("is not opened with another key, nor without one", async () => {
    await asFirstRelease();
    const before = await sealed();
    await expect(withKey(keyOf(1))).rejects.toThrow("The key of SECRET_KEY is not the one");
    const empty = newFolder();
    await expect(open({ DATA_DIR: empty })).rejects.toThrow(`There is no secret.key in ${empty}`);
    expect(readdirSync(empty)).toEqual([]);
    expect(await sealed()).toEqual(before);
  });

  test("has its texts sealed again, each bound to its place", async () => {
    const { account, integration, group } = await asFirstRelease();
    const { secrets, lost } = await withKey(testKey);
    expect(lost).toBe(0);
    for (const text of await sealed()) expect(text).toContain(secrets.currentPrefix);
    const rows = await world.database.query(
      `select (select credentials from accounts where id = ${account}) as account,
        (select credentials from integrations where id = ${integration}) as integration,
        (select proxy_password from groups where id = ${group}) as proxy`,
    );
    const [row] = rows.rows as { account: string; integration: string; proxy: string }[];
    expect([
      JSON.parse(secrets.open(row?.account ?? "", placeIn("accounts.credentials", account))),
      JSON.parse(
        secrets.open(row?.integration ?? "", placeIn("integrations.credentials", integration)),
      ),
      secrets.open(row?.proxy ?? "", placeIn("groups.proxy_password", group)),
    ]).toEqual([{ password: "stara" }, { password: "stara" }, "stara"]);
  });

  test("starts with one text that does not open, which is left as it is and counted", async () => {
    const { account } = await asFirstRelease();
    await world.database.query("update accounts set credentials = 'v1.AAAA' where id = $1", [
      account,
    ]);
    expect((await withKey(testKey)).lost).toBe(1);
    expect(await sealed()).toContain("v1.AAAA");
  });
});

describe("Other keys", () => {
  test("seal everything again when they come first, and the old one still opens the rest", async () => {
    await addSecrets();
    await withKey(testKey);
    const before = await sealed();
    const { secrets } = await withKey(keyOf(1), testKey);
    const after = await sealed();
    expect(after).toHaveLength(3);
    for (const text of after) expect(text).toContain(secrets.currentPrefix);
    expect(after).not.toEqual(before);
    // From now on the old key is not needed, and is not enough.
    await withKey(keyOf(1));
    await expect(withKey(testKey)).rejects.toThrow("The key of SECRET_KEY is not the one");
  });

  test("behind the current one change nothing", async () => {
    await addSecrets();
    await withKey(testKey);
    const before = await sealed();
    await withKey(testKey, keyOf(1));
    expect(await sealed()).toEqual(before);
  });
});

describe("A sealed text does not open", () => {
  test("in the row of another account", async () => {
    const group = await world.addGroup();
    const [ana, boris] = [
      await world.addAccount(group, "ana.bsky.social"),
      await world.addAccount(group, "boris.bsky.social"),
    ];
    await world.call(accountsApi.test, { params: { id: ana } });
    await world.database.query(
      "update accounts set credentials = (select credentials from accounts where id = $1) where id = $2",
      [boris, ana],
    );
    const answer = await world.request(`publishing/accounts/${ana}/test`, { method: "POST" });
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { detail: "The stored credentials cannot be read: enter them again." },
    ]);
  });

  test("in the row of another shop, nor in another column", async () => {
    const { integration, account } = await addSecrets();
    const [shop] = await world.database.db.select().from(integrations);
    if (!shop) throw new Error("The shop was not kept.");
    expect(shopConnection(world.ports.secrets, shop).credentials).toMatchObject({ api_key: "key" });
    expect(() => shopConnection(world.ports.secrets, { ...shop, id: integration + 1 })).toThrow();
    expect(() =>
      world.ports.secrets.open(shop.credentials, placeIn("accounts.credentials", account)),
    ).toThrow();
  });
});
