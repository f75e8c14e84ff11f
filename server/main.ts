import { accessSync, constants } from "node:fs";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { createAdaptorServer } from "@hono/node-server";
import { createMailRenderer } from "./adapters/mail-renderer/mail-renderer.ts";
import { withJournal } from "./adapters/sandbox/journal.ts";
import { createSandboxPages } from "./adapters/sandbox/pages.ts";
import { createSandboxPorts } from "./adapters/sandbox/sandbox.ts";
import { type Config, discordOf, homeOrigin, readConfig, StartError } from "./config.ts";
import { makeFolder } from "./data-folder.ts";
import { type Database, openDatabase } from "./db/client.ts";
import { type HandOver, handOverBackups } from "./db/hand-over.ts";
import { type FolderLock, lockFolder } from "./db/lock.ts";
import { migrate } from "./db/migrate.ts";
import { recoverMails } from "./domain/newsletter-mails.ts";
import { recoverInterrupted } from "./domain/publishing.ts";
import { releaseRuns } from "./domain/sale-runs.ts";
import { countOverdue } from "./domain/schedule.ts";
import { errorCode } from "./error-code.ts";
import { type App, createApp } from "./http/app.ts";
import { productApi, productHandlers } from "./http/handlers.ts";
import { checkSignIn } from "./http/identity-provider.ts";
import { type JobEngine, startJobs } from "./jobs/engine.ts";
import { jobs as jobHandlers } from "./jobs/jobs.ts";
import { queueDepth } from "./jobs/queue.ts";
import { createLog } from "./log.ts";
import { createMetrics, measured } from "./metrics.ts";
import { createPeriodic, type Periodic } from "./periodic.ts";
import type { Ports } from "./ports/ports.ts";
import { seedIfEmpty } from "./seed.ts";
import { unlock } from "./unlock.ts";

/** The same relative path from the sources and from the bundle. */
const staticDir = fileURLToPath(new URL("../dist", import.meta.url));

/** The parts that are running, for `stop()`. */
const running: {
  servers: Server[];
  jobs?: JobEngine;
  periodic?: Periodic;
  /** How long `stop()` waits for running jobs, in ms. */
  drainTime?: number;
  backups?: HandOver;
  database?: Database;
  lock?: FolderLock;
} = { servers: [] };

/** There are no adapters for the real world yet. */
const sandbox = true;

const mailRenderer = createMailRenderer();

/** At a terminal only warnings are shown, so that the greeting stays visible. */
let log = createLog({ level: process.stderr.isTTY ? "warn" : "info" });

async function start() {
  checkNode();
  if (isFile(".env")) process.loadEnvFile(".env");
  const given = readConfig(process.env);
  if (given.logLevel) log = createLog({ level: given.logLevel });
  checkSignIn({ config: given, sandbox });

  // Bind the port first: if this server is running already, stop before touching its data.
  let open: (app: App) => void = () => undefined;
  const opened = new Promise<App>((resolve) => {
    open = resolve;
  });
  const port = await listen(given, async (request) => (await opened).fetch(request));
  const config: Config = { ...given, port };
  running.drainTime = config.drainTime;

  const { databaseUrl: url, dataDir } = config;
  if (!url) {
    makeFolder(dataDir);
    running.lock = await lockFolder(dataDir);
  }
  const database = await openDatabase(url ? { url } : { dataDir }, log);
  running.database = database;
  const metrics = createMetrics({
    queueDepth: () => queueDepth(database),
    overduePosts: () => countOverdue(database.db, new Date()),
    ofProcess: true,
  });
  // Processes that start together take turns: creating the same tables, queues or rows twice fails.
  const { keys, secrets, lost } = await database.exclusively("start", async () => {
    await migrate(database);
    return unlock(database, config);
  });
  if (lost > 0) log.warn("stored credentials cannot be decrypted", { count: lost });
  const { speed } = config;
  const outside = createSandboxPorts({
    clock: { now: () => new Date() },
    secrets,
    mailRenderer,
    publicOrigin: config.publicOrigins[0] ?? homeOrigin(config),
    speed,
    database,
  });
  const publisher = withJournal(outside.publisher, config.sandbox);
  const ports: Ports = { ...outside, publisher: measured(publisher, metrics) };
  const jobs = await database.exclusively("start", async () => {
    const queue = await startJobs({
      database,
      handlers: jobHandlers,
      ports,
      speed,
      log,
      metrics,
      concurrency: config.concurrency,
    });
    running.jobs = queue;
    if (config.seed) await queue.run.transaction(seedIfEmpty);
    return queue;
  });
  // With PostgreSQL another process may be working on them, so only a time-out shows that it is dead.
  if (database.kind === "pglite") {
    await jobs.run.transaction(recoverInterrupted);
    await jobs.run.transaction(recoverMails);
    await jobs.run.transaction(releaseRuns);
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
    sandbox,
    staticDir,
  });
  const { transaction } = jobs.run;
  const { sessions } = app;
  const { retention } = config;
  const periodic = createPeriodic({ transaction, database, sessions, retention, log });
  running.periodic = periodic;
  await periodic.catchUp();
  await jobs.work();
  if (running.lock) {
    running.backups = handOverBackups(running.lock, {
      folder: dataDir,
      key: keys.current,
      oldKeys: keys.old,
      database,
      log,
    });
  }
  open(app);
  process.stdout.write(`${greeting(config)}\n`);
  log.info("started", { port, database: database.kind });
  periodic.start();
}

function greeting(config: Config): string {
  const { chatPlatform } = config;
  const platform = chatPlatform.charAt(0).toUpperCase() + chatPlatform.slice(1);
  const then = discordOf(config) ? "" : ", then 'Continue as Administrator'";
  return `Open ${homeOrigin(config)} and choose 'Login with ${platform}'${then}. Ctrl-C stops the server.`;
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new StartError(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
}

function isFile(path: string) {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Listens on all hosts and returns the port. Throws a StartError if the first host fails; others
 * may.
 */
async function listen(config: Config, fetch: App["fetch"]): Promise<number> {
  const [first, ...others] = config.hosts;
  const port = await listenOn(first, config.port, fetch);
  for (const host of others) {
    await listenOn(host, port, fetch).catch((error: unknown) => {
      // Another program on localhost's other address would get some of the requests.
      if (errorCode(error) === "EADDRINUSE") throw portInUse(port);
    });
  }
  return port;
}

const portInUse = (port: number) =>
  new StartError(
    `Port ${port} is already in use: stop the program that has it, or set PORT to another.`,
  );

function listenOn(host: string, port: number, fetch: App["fetch"]): Promise<number> {
  return new Promise((resolve, reject) => {
    // Without HTTP/2 options it is a node:http Server; the return type is wider.
    const server = createAdaptorServer({ fetch }) as Server;
    // Longer than proxies keep idle connections: closing one that a proxy is reusing fails a request.
    server.keepAliveTimeout = 65_000;
    server.headersTimeout = 70_000;
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
      // Node's default is a 408, after which Chromium resends the request: a command would run twice.
      if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" || !socket.writable) socket.destroy();
      else socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    });
    server.once("error", (error) => reject(explain(error, host, port)));
    server.listen(port, host, () => {
      running.servers.push(server);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

function explain(error: Error, host: string, port: number): Error {
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return portInUse(port);
    case "EACCES":
      return new StartError(
        `Port ${port} is not allowed for this user: set PORT to one above 1023.`,
      );
    default:
      return new StartError(
        `The server cannot listen on ${host} (${errorCode(error) ?? error}): check HOST.`,
      );
  }
}

/** Stops accepting requests, finishes running requests and jobs, and closes the database. */
async function stop() {
  await Promise.all(running.servers.map(closeServer));
  await running.jobs?.stop(running.drainTime);
  await running.periodic?.stop(running.drainTime ?? 0);
  await running.backups?.stop();
  mailRenderer.close();
  await running.database?.close();
  await running.lock?.release();
}

/**
 * Closes idle connections at once, and others when their request is finished, after 10 seconds at
 * most.
 */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    const limit = setTimeout(() => server.closeAllConnections(), 10_000);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(limit);
      resolve();
    });
  });
}

function fail(error: unknown): never {
  if (error instanceof StartError) console.error(error.message);
  else log.fatal("failed", {}, error);
  process.exit(1);
}

/**
 * After an uncaught exception the state is unknown, so the process ends and its supervisor restarts it.
 * Running requests and jobs may finish, within 10 seconds.
 */
process.on("uncaughtException", (error, origin) => {
  log.fatal(origin, {}, error);
  if (isCrashing) process.exit(1);
  isCrashing = true;
  setTimeout(() => process.exit(1), 10_000);
  stop().finally(() => process.exit(1));
});
let isCrashing = false;

const started = start();
let stoppingSince: number | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stoppingSince !== undefined) {
      // A second Ctrl-C exits immediately. npm forwards the first one a second time, within a second.
      if (Date.now() - stoppingSince > 1000) process.exit(130);
      return;
    }
    stoppingSince = Date.now();
    log.info("stopping", { signal });
    // Let the start finish first, so that no partial state is left.
    started
      .then(stop, () => undefined)
      .then(() => {
        log.info("stopped");
        process.exit(0);
      })
      .catch(fail);
  });
}
// A start that fails after a signal is not an error.
started.catch((error) => stoppingSince !== undefined || fail(error));
