import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { expect, onTestFinished, test } from "vitest";
import { composeServer } from "../../../server/compose.ts";
import { readConfig } from "../../../server/config.ts";
import { openDatabase } from "../../../server/db/client.ts";
import { checkLetters } from "../../../server/db/letters.ts";
import { silence } from "../../../server/kernel/log.ts";
import { openAscii, openBlank } from "../../support/server.ts";

const use =
  "use one made by CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LC_CTYPE 'C.UTF-8'.";
const doesNotKnow = `The database does not know that 'ž' is the small letter of 'Ž', because of its LC_CTYPE: ${use}`;

async function checked({ database, drop }: Awaited<ReturnType<typeof openAscii>>) {
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  await checkLetters(database);
}

test("a new database is in UTF-8 and knows 'ž'", async () => {
  await expect(checked(await openBlank())).resolves.toBeUndefined();
});

test("a database that knows the letters of ASCII alone is refused in one sentence", async () => {
  await expect(checked(await openAscii("UTF8"))).rejects.toThrow(doesNotKnow);
});

test("a database that cannot store every letter is refused in one sentence", async () => {
  await expect(checked(await openAscii("SQL_ASCII"))).rejects.toThrow(
    `The encoding of the database is SQL_ASCII, which cannot store every letter: ${use}`,
  );
});

test("the start refuses it before it makes a table", async () => {
  const folder = mkdtempSync(join(tmpdir(), "console-letters-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "database");
  await (await PGlite.create({ dataDir, initDbStartParams: ["--locale=C"] })).close();
  const config = readConfig({ DATA_DIR: folder, PORT: "0" });
  const server = composeServer({ config, log: silence });
  await expect(server.start()).rejects.toThrow(doesNotKnow);
  await server.stop();

  const database = await openDatabase({ dataDir: folder });
  onTestFinished(() => database.close());
  const tables = await database.query("select 1 from pg_tables where schemaname = 'public'");
  expect(tables.rows).toEqual([]);
});
