import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { openDatabase } from "../../../../server/db/client";
import { newFolder } from "../console";

/** Where the data of a server that is killed lies, and what the platforms remember. */
export type Store = {
  readonly name: string;
  /** What the server is started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** The rows of a query; no server must be running. */
  readonly query: <Row>(text: string) => Promise<Row[]>;
  /** Once a server was killed: as if for so long that nobody takes it for alive any more. */
  readonly letTimePass: () => Promise<void>;
  /** Which posts the platforms were given, in that order, by our ids. */
  readonly journal: () => Promise<number[]>;
  readonly remove: () => Promise<void>;
};

/** A folder of PGlite, or with an address a database of its own on that PostgreSQL. */
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
      // Whoever locks the folder next knows that nobody else is alive.
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
    // What the query says is what its rows are.
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}
