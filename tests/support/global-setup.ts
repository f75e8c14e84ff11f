import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type Database, openDatabase } from "../../server/db/client.ts";
import { migrate } from "../../server/db/migrate.ts";
import { startJobs } from "../../server/jobs/boss.ts";
import { jobs as handlers } from "../../server/jobs/jobs.ts";
import { testPorts } from "./ports.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** What every test's database begins as: a file of PGlite, or a template on PostgreSQL. */
    readonly template: { readonly dump: string } | { readonly url: string; readonly name: string };
  }
}

/** Makes one migrated, empty database, which each test then starts from a copy of. */
export async function setup(project: TestProject) {
  const url = process.env.TEST_DATABASE_URL;
  return url ? setupPostgres(project, url) : setupPglite(project);
}

async function setupPglite(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "console-test-"));
  const dump = join(folder, "template.tar");
  const database = await openDatabase({ memory: true });
  await prepare(database);
  const blob = await database.dump?.();
  if (!blob) throw new Error("The in-memory database cannot be dumped.");
  writeFileSync(dump, new Uint8Array(await blob.arrayBuffer()));
  await database.close();
  project.provide("template", { dump });
  return () => rmSync(folder, { recursive: true, force: true });
}

async function setupPostgres(project: TestProject, url: string) {
  const name = `console_template_${process.pid}_${Date.now()}`;
  await onServer(url, `create database ${name}`);
  const database = await openDatabase({ url: urlOf(url, name) });
  await prepare(database);
  await database.close();
  project.provide("template", { url, name });
  return () => onServer(url, `drop database ${name}`);
}

async function prepare(database: Database) {
  await migrate(database);
  // The queue makes its own tables.
  const queue = await startJobs({
    database,
    handlers,
    ports: testPorts({ now: () => new Date() }, database),
    speed: 1,
    background: false,
  });
  await queue.stop();
}

/** The same server, another database on it. */
export function urlOf(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** Runs one statement outside any database that it is about. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
