import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildIfStale } from "../../scripts/lib/fresh-build.mjs";
import { openDatabase } from "../../server/db/client.ts";
import type { Database } from "../../server/db/database.ts";
import { migrate } from "../../server/db/migrate.ts";
import { startJobs } from "../../server/jobs/engine.ts";
import { jobs as handlers } from "../../server/jobs/jobs.ts";
import { prepareData } from "../e2e/support/console.ts";
import { testPorts } from "./ports.ts";
import { onServer, urlOf } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * The first state of every test's database: a file of PGlite, or a template on PostgreSQL.
     * `blank` is a file of PGlite without a table, which opens faster than a new database is created.
     */
    readonly template:
      | { readonly dump: string; readonly blank: string }
      | { readonly url: string; readonly name: string };
  }
}

/**
 * Prepares once what all projects of a run share. Vitest calls this for the root project and again
 * for each project that extends it; the values that the root provides are provided to all of them.
 */
export async function setup(project: TestProject) {
  if (!project.isRootProject()) return;
  const chosen = new Set(project.vitest.projects.map(({ name }) => name));
  const isChosen = (...names: readonly string[]) => names.some((name) => chosen.has(name));

  console.log(`Random tests draw by TEST_SEED=${process.env.TEST_SEED}.`);
  const folder = mkdtempSync(join(tmpdir(), "console-test-"));
  // The workers inherit it.
  process.env.TEST_FOLDER = folder;
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const cleanUp: (() => Promise<void>)[] = [];
  try {
    if (isChosen("built", "e2e", "pictures", "firefox", "webkit", "faults", "flaky-network"))
      cleanUp.push(await setupBrowsers());
    if (isChosen("server", "screens", "screens-alone", "long"))
      cleanUp.push(...(await setupTemplate(project, folder)));
  } catch (error) {
    await removeFolder();
    throw error;
  }
  return async () => {
    for (const step of cleanUp) await step();
    await removeFolder();
  };
}

/** Browser tests run against the production build, as operators get it, each on data of its own. */
async function setupBrowsers() {
  await buildIfStale();
  const folder = await prepareData();
  // The workers inherit it.
  process.env.PREPARED_DATA = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Creates one migrated, empty database; each test starts from a copy of it. Returns how to remove it. */
async function setupTemplate(project: TestProject, folder: string) {
  const url = process.env.TEST_DATABASE_URL;
  return url ? [await setupPostgres(project, url)] : setupPglite(project, folder);
}

async function setupPglite(project: TestProject, folder: string) {
  const database = await openDatabase({ memory: true });
  const blank = await dumpTo(join(folder, "blank.tar"), database);
  await prepare(database);
  const dump = await dumpTo(join(folder, "template.tar"), database);
  await database.close();
  project.provide("template", { dump, blank });
  return [];
}

async function dumpTo(path: string, database: Database): Promise<string> {
  const blob = await database.dump?.();
  if (!blob) throw new Error("The in-memory database cannot be dumped.");
  writeFileSync(path, new Uint8Array(await blob.arrayBuffer()));
  return path;
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
  // The queue creates its own tables.
  const queue = await startJobs({
    database,
    handlers,
    ports: testPorts({ now: () => new Date() }, database),
    speed: 1,
    background: false,
  });
  await queue.stop();
}
