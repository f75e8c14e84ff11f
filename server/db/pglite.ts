import { execFile } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Db } from "../kernel/context.ts";
import { StartError } from "../kernel/fault.ts";
import { type Database, guardOuter, reason, settings } from "./database.ts";

/** A folder, which must be locked before, or memory, which may begin with a dump. */
export type PgliteWhere =
  | { readonly dataDir: string }
  | { readonly memory: true; readonly dump?: Blob };

const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB", ...settings];

/** WAL segments of 1 MB instead of 16 MB halve the time to create a database. */
const initDbStartParams = ["--wal-segsize=1"];

/** Opens a database in this process. */
export async function openPglite(where: PgliteWhere): Promise<Database> {
  const client = await ("dataDir" in where
    ? openFolder(join(where.dataDir, "database"))
    : PGlite.create({
        startParams,
        initDbStartParams,
        ...(where.dump && { loadDataDir: where.dump }),
      }));
  const guard = guardOuter();
  const outer: Db = drizzle({ client });
  return {
    kind: "pglite",
    db: drizzle({ client: guard.protect(client) }),
    transaction: guard.transaction((work) => outer.transaction(work)),
    afterCommit: guard.afterCommit,
    query: async (text, values = []) => {
      guard.refuse();
      if (values.length > 0) return client.query<unknown>(text, values);
      try {
        return (await client.exec(text)).at(-1) ?? { rows: [] };
      } catch (error) {
        // The statements may have begun a transaction, which would stay open on the only connection.
        await client.exec("rollback");
        throw error;
      }
    },
    // Only one process can open PGlite.
    exclusively: (_, work) => work(),
    dump: async () => client.dumpDataDir("none"),
    close: async () => {
      if (!client.closed) await client.close();
    },
  };
}

/**
 * Opens the folder. A new one is created beside it and renamed, so that an interrupted start leaves no
 * partial database. That happens in a separate process: it needs 860 MB, which this process would not
 * give back.
 */
async function openFolder(folder: string): Promise<PGlite> {
  try {
    if (!existsSync(folder)) await makeFolder(folder);
    return await PGlite.create({ dataDir: folder, startParams });
  } catch (error) {
    throw new StartError(
      `The database in ${folder} cannot be opened (${reason(error)}): restore a backup of the data folder, or move it away to start with a new one.`,
    );
  }
}

async function makeFolder(folder: string) {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const library = pathToFileURL(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
  const options = `{ dataDir: process.argv[1], initDbStartParams: ${JSON.stringify(initDbStartParams)} }`;
  const script = `import(${JSON.stringify(library.href)})
    .then(({ PGlite }) => PGlite.create(${options}))
    .then((database) => database.close());`;
  await promisify(execFile)(process.execPath, ["-e", script, fresh]);
  renameSync(fresh, folder);
}
