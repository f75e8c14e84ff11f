import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { openDatabase } from "../../../../server/db/client";
import { newFolder } from "../console";

/** The data of a server that is killed, and the journal of the platforms. */
export type Store = {
  readonly name: string;
  /** The environment variables of the server. */
  readonly environment: Readonly<Record<string, string>>;
  /** Returns the rows of a query; no server may be running. */
  readonly query: <Row>(text: string) => Promise<Row[]>;
  /** Backdates the posts that a killed server was publishing, so that it is taken for dead. */
  readonly letTimePass: () => Promise<void>;
  /** Returns the ids of the posts that the platforms received, in order. */
  readonly journal: () => Promise<number[]>;
  readonly remove: () => Promise<void>;
};

/** Opens a PGlite folder or, given a URL, a new database on that PostgreSQL server. */
export async function openStore(url: string | undefined): Promise<Store> {
  const folder = await newFolder();
  const path = join(folder, "journal");
  const shared = {
    journal: async () => {
      const text = await readFile(path, "utf8").catch(() => "");
      const lines = text.split("\n").filter(Boolean);
      return lines.map((line) => (JSON.parse(line) as { post: number }).post);
    },
  };
  const environment = { DATA_DIR: join(folder, "data"), SANDBOX_JOURNAL: path };
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (url === undefined) {
    return {
      ...shared,
      name: "PGlite",
      environment,
      query: async <Row>(text: string) => {
        const database = await openDatabase({ dataDir: environment.DATA_DIR });
        const { rows } = await database.query(text);
        await database.close();
        return rows as Row[];
      },
      // The next process that locks the folder knows that no other is alive.
      letTimePass: async () => undefined,
      remove: removeFolder,
    };
  }
  const name = `console_crash_${process.pid}_${Date.now()}`;
  const own = new URL(url);
  own.pathname = `/${name}`;
  await queryPostgres(url, `create database ${name}`);
  return {
    ...shared,
    name: "PostgreSQL",
    environment: { ...environment, DATABASE_URL: own.href },
    query: <Row>(text: string) => queryPostgres<Row>(own.href, text),
    letTimePass: async () => {
      await queryPostgres(
        own.href,
        `update scheduled_posts set started_at = started_at - interval '1 hour'
           where status = 'publishing'`,
      );
    },
    remove: async () => {
      await queryPostgres(url, `drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

async function queryPostgres<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The caller names the type of the query's rows.
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}
