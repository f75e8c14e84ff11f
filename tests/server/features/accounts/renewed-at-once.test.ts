import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTikTokPublisher } from "../../../../server/adapters/live/tiktok/publisher.ts";
import { createTikTokApi } from "../../../../server/adapters/live/tiktok/tokens.ts";
import { openDatabase } from "../../../../server/db/client.ts";
import type { Database } from "../../../../server/db/database.ts";
import { isUnavailable } from "../../../../server/db/unavailable.ts";
import { insertAccount } from "../../../../server/features/accounts/accounts.ts";
import { platformAccount, readCredentials } from "../../../../server/features/accounts/index.ts";
import { storedCredentials } from "../../../../server/world.ts";
import { liveOf } from "../../../peers/support/publishing.ts";
import { refreshToken, startTikTok, tiktokApp } from "../../../peers/tiktok/peer.ts";
import { openCopy } from "../../../support/server.ts";
import { createWorld, type World } from "../../world.ts";

// Only one process can use PGlite. Set TEST_DATABASE_URL to a PostgreSQL to run this.
describe.skipIf(!process.env.TEST_DATABASE_URL)("two servers on one PostgreSQL", () => {
  let tiktok: Awaited<ReturnType<typeof startTikTok>>;
  let databases: Database[];
  let world: World;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    tiktok = await startTikTok();
    const copy = await openCopy();
    drop = copy.drop;
    databases = [copy.database, await openDatabase({ url: copy.url ?? "" })];
    world = await createWorld({ database: copy.database });
  });
  afterEach(async () => {
    await world.close();
    for (const database of databases) await database.close();
    await drop();
    await tiktok.close();
  });

  test("that renew the tokens of one account at the same time lose none, round after round", async () => {
    const { secrets } = world.ports;
    const added = await insertAccount(world.database.db, secrets, {
      ...{ group_id: await world.addGroup(), platform_type: "tiktok" },
      ...{ credentials: { refresh_token: refreshToken }, is_active: true },
    });
    if (!added) throw new Error("There is no account.");
    const { origin, addresses } = tiktok;
    const servers = databases.map((database) =>
      createTikTokPublisher(
        createTikTokApi(
          { ...liveOf(world.clock, origin), ...storedCredentials(database, secrets) },
          { ...tiktokApp, isDirect: false },
          addresses,
        ),
      ),
    );
    // Both have read it before either renews its tokens.
    const account = await platformAccount(world.database.db, secrets, added);
    const works = { ok: true, owner: "Zima" };
    for (let round = 0; round < 5; round++) {
      tiktok.tokens.access.clear();
      const tests = servers.map((server) => server.test(account, new AbortController().signal));
      expect(await Promise.all(tests)).toEqual([works, works]);
      expect(await readCredentials(world.database.db, secrets, added.id)).toEqual({
        refresh_token: tiktok.tokens.refresh,
      });
    }
  });

  test("do not wait for ever for each other: one of them may hang", async () => {
    const [one, other] = databases;
    if (!one || !other) throw new Error("There are not two.");
    let end = () => {};
    const hanging = new Promise<void>((resolve) => {
      end = resolve;
    });
    let held: Promise<void> = hanging;
    await new Promise<void>((begun) => {
      held = one.exclusively("credentials:1", () => {
        begun();
        return hanging;
      });
    });
    const renew = async () => "renewed";
    const waiting = other.exclusively("credentials:1", renew, { lockTimeout: 50 });
    await expect(waiting).rejects.toSatisfy(isUnavailable);
    end();
    await held;
    expect(await other.exclusively("credentials:1", renew)).toBe("renewed");
  });
});
