import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../../server/db/database.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { liveWorld, sandboxWorld } from "../../../server/ports/world.ts";
import { checkWorld, storeWorld } from "../../../server/world-check.ts";
import { openBlank } from "../../support/server.ts";
import { createWorld } from "../world.ts";

const live = liveWorld(["bluesky"], false);
const rehearsal = liveWorld([], true);

const isOfSandbox =
  "This database belongs to a sandbox, whose posts and accounts are made up: with LIVE or HOLD, use an empty one.";
const isLive =
  "This database belongs to a live server: set LIVE as that server has it, or HOLD=1 to look at it without publishing.";

describe("a database knows its world", () => {
  let database: Database;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    ({ database, drop } = await openBlank());
  });
  afterEach(async () => {
    await database.close();
    await drop();
  });

  test("the first start writes it down, and a start in the other one is refused", async () => {
    await checkWorld(database, live);
    await migrate(database);
    await storeWorld(database, live);
    await expect(checkWorld(database, live)).resolves.toBeUndefined();
    await expect(checkWorld(database, sandboxWorld)).rejects.toThrow(isLive);
  });

  test("a copy of live data starts as a rehearsal, which publishes nothing", async () => {
    await migrate(database);
    await storeWorld(database, live);
    await expect(checkWorld(database, rehearsal)).resolves.toBeUndefined();
  });

  test("a refused start changes nothing, not even an earlier release's tables", async () => {
    await migrate(database, 1);
    await database.query("insert into groups (name, focus_media_type) values ('Zima', 'image')");
    const tables = () =>
      database.query("select relname from pg_class where relkind = 'r' order by relname");
    const before = await tables();
    await expect(checkWorld(database, live)).rejects.toThrow(isOfSandbox);
    expect(await tables()).toEqual(before);
  });
});

test("data of the sandbox never becomes live", async () => {
  const world = await createWorld();
  await world.addGroup();
  await expect(checkWorld(world.database, live)).rejects.toThrow(isOfSandbox);
  await world.close();
});
