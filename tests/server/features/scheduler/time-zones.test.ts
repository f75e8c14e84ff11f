import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { composeServer } from "../../../../server/compose.ts";
import { readConfig } from "../../../../server/config.ts";
import { openDatabase } from "../../../../server/db/client.ts";
import type { Database } from "../../../../server/db/database.ts";
import {
  isNewerThanOurs,
  isTimeZone,
  offsetAt,
  zoneRelease,
} from "../../../../server/features/scheduler/time-zones.ts";
import { capturedLog } from "../../../support/captured-log.ts";

describe("The rules of time zones", () => {
  // Always PGlite, whose rules are part of its package; a server's may be as old as its system.
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ memory: true });
  });
  afterAll(() => database.close());

  /**
   * Returns, of each zone that PGlite knows, how far it is ahead of UTC at the start of each month,
   * in ms. 'Factory' is a clock that nobody has set; PostgreSQL takes abbreviations such as CET for
   * offsets.
   */
  async function zonesOfPglite() {
    const { rows } = await database.query(
      `select name, json_agg(json_build_array(
           extract(epoch from month) * 1000,
           extract(epoch from (month at time zone name) - (month at time zone 'UTC')) * 1000
         )) as offsets
       from pg_timezone_names
         cross join generate_series('2026-12-01'::timestamptz, '2037-12-01', '1 month') as month
       where name <> 'Factory' and name not in (select abbrev from pg_timezone_abbrevs)
       group by name order by name`,
    );
    return rows as { name: string; offsets: [time: number, offset: number][] }[];
  }

  test("are those of PGlite, but for zones that have changed since its release", async () => {
    const zones = await zonesOfPglite();
    expect(zones.length).toBeGreaterThan(500);
    const differing = zones.filter(
      ({ name, offsets }) =>
        !isTimeZone(name) || offsets.some(([time, offset]) => offsetAt(name, time) !== offset),
    );
    // After an update of PGlite, remove those it has learned; for any other, update moment-timezone.
    expect(differing.map(({ name }) => name)).toEqual([
      "America/Havana",
      "America/Inuvik",
      "America/Rainy_River",
      "America/Winnipeg",
      "Canada/Central",
      "Cuba",
    ]);
  });

  test("are found under a name that an earlier version has stored", () => {
    expect(isTimeZone("PST")).toBe(true);
    expect(offsetAt("PST", Date.UTC(2026, 11, 1))).toBe(-8 * 3_600_000);
    expect(isTimeZone("Mars/Olympus")).toBe(false);
    expect(isTimeZone("")).toBe(false);
  });

  test("are newer than those of a Node of an earlier release, and than none", () => {
    const year = Number(zoneRelease.slice(0, 4));
    expect([`${year}a`, `${year - 1}z`, zoneRelease, undefined].map(isNewerThanOurs)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([`${zoneRelease}a`, `${year + 1}a`].map(isNewerThanOurs)).toEqual([true, true]);
  });

  test("that are older than Node's are named by a warning at the start", async () => {
    const versions = Object.getOwnPropertyDescriptor(process, "versions") ?? {};
    const newer = `${zoneRelease}a`;
    Object.defineProperty(process, "versions", {
      ...versions,
      value: { ...process.versions, tz: newer },
    });
    const folder = mkdtempSync(join(tmpdir(), "console-zones-"));
    onTestFinished(() => {
      Object.defineProperty(process, "versions", versions);
      rmSync(folder, { recursive: true, force: true });
    });
    const { log, lines } = capturedLog();
    const server = composeServer({ config: readConfig({ DATA_DIR: folder, PORT: "0" }), log });
    onTestFinished(() => server.stop());
    await server.start();
    expect(lines({ release: zoneRelease })).toMatchObject([
      { msg: "time zones are out of date", newer },
    ]);
  });
});
