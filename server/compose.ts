import { fileURLToPath } from "node:url";
import { endingVersions } from "./adapters/live/versions.ts";
import { createMailRenderer } from "./adapters/mail-renderer/mail-renderer.ts";
import { createMediaStore } from "./adapters/media/media-store.ts";
import { withJournal } from "./adapters/sandbox/journal.ts";
import { createSandboxPages } from "./adapters/sandbox/pages/pages.ts";
import type { Config } from "./config.ts";
import { makeFolder } from "./data-folder.ts";
import { openDatabase } from "./db/client.ts";
import type { Database } from "./db/database.ts";
import { type HandOver, handOverBackups } from "./db/hand-over.ts";
import { checkLetters } from "./db/letters.ts";
import { type FolderLock, lockFolder } from "./db/lock.ts";
import { migrate } from "./db/migrate.ts";
import { recoverMails } from "./features/newsletter/index.ts";
import { releaseRuns } from "./features/sale-rotator/index.ts";
import {
  countOverdue,
  isNewerThanOurs,
  recoverInterrupted,
  releaseReserved,
  zoneRelease,
} from "./features/scheduler/index.ts";
import { productApi, productHandlers } from "./http/api.ts";
import { type App, createApp } from "./http/app.ts";
import { type Listening, listen } from "./http/listen.ts";
import { checkSignIn } from "./http/sign-in/identity-provider.ts";
import { type JobEngine, startJobs } from "./jobs/engine.ts";
import { queueDepth } from "./jobs/job-store.ts";
import { jobs as jobHandlers } from "./jobs/jobs.ts";
import type { Log } from "./kernel/log.ts";
import { createMetrics, type Metrics, measured } from "./kernel/metrics.ts";
import { unlock } from "./keys/unlock.ts";
import { createPeriodic, type Periodic } from "./periodic.ts";
import type { MailRenderer } from "./ports/mail/mailer.ts";
import type { Ports } from "./ports/ports.ts";
import type { Secrets } from "./ports/secrets.ts";
import { seedIfEmpty } from "./seed/seed.ts";
import { homeOrigin } from "./settings/network.ts";
import { outboxOf } from "./settings/storage.ts";
import { createWorldPorts, worldOf } from "./world.ts";
import { checkWorld, storeWorld } from "./world-check.ts";

/** The same relative path from the sources and from the bundle. */
const staticDir = fileURLToPath(new URL("../dist", import.meta.url));

export type ComposedServer = {
  /** Resolves when requests are answered and jobs run; with the port in place of 0. */
  readonly start: () => Promise<Config>;
  /**
   * Stops whatever has been started: accepts no more requests and fetches no more jobs, waits
   * `drainTime` at most for running ones, and closes the database.
   */
  readonly stop: () => Promise<void>;
};

type Options = { readonly config: Config; readonly log: Log };

/** Composes the whole server from its parts: console, API, jobs and periodic tasks on one database. */
export function composeServer({ config: given, log }: Options): ComposedServer {
  const mailRenderer = createMailRenderer();
  const world = worldOf(given);
  const sandbox = world.kind === "sandbox";
  /** The parts that have been started, for `stop()`. */
  const running: {
    listening?: Listening;
    lock?: FolderLock;
    database?: Database;
    jobs?: JobEngine;
    periodic?: Periodic;
    backups?: HandOver;
  } = {};

  async function start() {
    checkSignIn({ config: given, sandbox });

    // Bind the port first: if this server is running already, stop before touching its data.
    let open: (app: App) => void = () => undefined;
    const opened = new Promise<App>((resolve) => {
      open = resolve;
    });
    running.listening = await listen(given, async (request) => (await opened).fetch(request));
    const config: Config = { ...given, port: running.listening.port };

    const database = await openData(config);
    const metrics = createMetrics({
      queueDepth: () => queueDepth(database),
      overduePosts: () => countOverdue(database.db, new Date()),
      ofProcess: true,
    });
    // Processes that start together take turns: creating the same tables, queues or rows twice fails.
    // The lock has a connection of its own, so the work in it may use the database as usual.
    const { keys, ports, jobs } = await database.exclusively("start", async () => {
      await checkLetters(database);
      await checkWorld(database, world);
      await migrate(database);
      await storeWorld(database, world);
      const { keys, secrets, lost } = await unlock(database, config);
      if (lost > 0) log.warn("stored credentials cannot be decrypted", { count: lost });
      const ports = await createPorts({ config, database, secrets, mailRenderer, metrics, log });
      const { speed, concurrency } = config;
      const parts = { database, handlers: jobHandlers, ports, speed, concurrency, log, metrics };
      const jobs = await startJobs(parts);
      running.jobs = jobs;
      if (config.seed && sandbox) await jobs.run.transaction(seedIfEmpty);
      return { keys, ports, jobs };
    });
    log.info("world", {
      world: world.kind,
      held: world.isHeld,
      real: (given.live?.names ?? []).join(","),
    });
    if (isNewerThanOurs(process.versions.tz)) {
      log.warn("time zones are out of date", { release: zoneRelease, newer: process.versions.tz });
    }
    for (const { name, version, sunset } of endingVersions(given.live?.names ?? [], new Date())) {
      log.warn("an API version ends: update the server", { name, version, sunset });
    }
    const { unavailable } = ports.video;
    if (unavailable !== undefined) log.warn("videos", { unavailable });
    const { transaction } = jobs.run;
    // With PostgreSQL another process may be working on them, so only a time-out shows that it is dead.
    if (database.kind === "pglite") {
      await transaction(recoverInterrupted);
      await transaction(releaseReserved);
      await transaction(recoverMails);
      await transaction(releaseRuns);
    }
    const app = createApp({
      config,
      database,
      ports,
      enqueue: jobs.enqueue,
      log,
      metrics,
      api: productApi,
      handlers: productHandlers,
      key: keys.current,
      pages: createSandboxPages(database),
      staticDir,
    });
    const { sessions } = app;
    const { retention } = config;
    const { mediaStore } = ports;
    const folders = [outboxOf(config), mediaStore.incoming];
    const periodic = createPeriodic({
      ...{ transaction, database, sessions, retention, mediaStore, folders, log },
    });
    running.periodic = periodic;
    await periodic.catchUp();
    await jobs.work();
    if (running.lock) {
      running.backups = handOverBackups(running.lock, {
        folder: config.dataDir,
        key: keys.current,
        oldKeys: keys.old,
        database,
        log,
      });
    }
    open(app);
    log.info("started", { port: config.port, database: database.kind });
    periodic.start();
    return config;
  }

  /** Opens the database; a folder is locked before. */
  async function openData({ databaseUrl: url, dataDir }: Config): Promise<Database> {
    if (!url) {
      makeFolder(dataDir);
      running.lock = await lockFolder(dataDir);
    }
    const database = await openDatabase(url ? { url } : { dataDir }, log);
    running.database = database;
    return database;
  }

  async function stop() {
    const { drainTime } = given;
    // Together: runners would fetch more jobs while a long request is waited for.
    await Promise.all([
      running.listening?.close(drainTime),
      running.jobs?.stop(drainTime),
      running.periodic?.stop(drainTime),
    ]);
    await running.backups?.stop();
    mailRenderer.close();
    await running.database?.close();
    await running.lock?.release();
  }

  return { start, stop };
}

type PortOptions = {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mailRenderer: MailRenderer;
  readonly metrics: Metrics;
  readonly log: Log;
};

/** Returns the ports to the outside world; what is published and generated is counted. */
async function createPorts({
  config,
  database,
  secrets,
  mailRenderer,
  metrics,
  log,
}: PortOptions): Promise<Ports> {
  const outside = await createWorldPorts({
    config,
    clock: { now: () => new Date() },
    secrets,
    mailRenderer,
    mediaStore: createMediaStore(config),
    publicOrigin: config.publicOrigins[0] ?? homeOrigin(config),
    database,
    onCall: (call) => {
      metrics.outsideCall(call);
      const { port, outcome, facts } = call;
      log[outcome === "ok" ? "info" : "warn"]("outside call", { port, outcome, ...facts });
    },
  });
  const publisher =
    outside.world.kind === "sandbox"
      ? withJournal(outside.publisher, config.sandbox)
      : outside.publisher;
  return { ...outside, publisher: measured(publisher, metrics) };
}
