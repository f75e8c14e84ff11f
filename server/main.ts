import { accessSync, constants } from "node:fs";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { createAdaptorServer } from "@hono/node-server";
import { createMailRenderer } from "./adapters/mail-renderer/mail-renderer.ts";
import { rememberedOutside } from "./adapters/sandbox/journal.ts";
import { forgetOldSandboxMails } from "./adapters/sandbox/mailer.ts";
import { createSandboxPages } from "./adapters/sandbox/pages.ts";
import { createSandboxPorts } from "./adapters/sandbox/sandbox.ts";
import { createSecretBox, readKey } from "./adapters/secret-box.ts";
import { type Config, homeOrigin, readConfig, StartError } from "./config.ts";
import { makeFolder } from "./data-folder.ts";
import { type Database, openDatabase } from "./db/client.ts";
import { type HandOver, handOverBackups } from "./db/hand-over.ts";
import { type FolderLock, lockFolder } from "./db/lock.ts";
import { migrate } from "./db/migrate.ts";
import { forgetOldMails, giveUpOnLostMails, recoverMails } from "./domain/newsletter-mails.ts";
import { giveUpOnLost, recoverInterrupted } from "./domain/publishing.ts";
import { releaseRuns } from "./domain/sale-runs.ts";
import { enqueueDue } from "./domain/schedule.ts";
import { type App, createApp } from "./http/app.ts";
import { productApi, productHandlers } from "./http/handlers.ts";
import { forgetOldKeys } from "./http/idempotency.ts";
import { type JobQueue, queueDepth, startJobs } from "./jobs/boss.ts";
import { jobs as jobHandlers } from "./jobs/jobs.ts";
import { createLog } from "./log.ts";
import { createMetrics, measured } from "./metrics.ts";
import type { Ports } from "./ports/ports.ts";
import { seedIfEmpty } from "./seed.ts";

/** Beside the sources as well as beside the bundle. */
const staticDir = fileURLToPath(new URL("../dist", import.meta.url));

const minute = 60_000;
const hour = 60 * minute;

/** What is running so far, to be ended in the reverse order. */
const running: {
  servers: Server[];
  jobs?: JobQueue;
  backups?: HandOver;
  database?: Database;
  lock?: FolderLock;
} = { servers: [] };

const mailRenderer = createMailRenderer();

/** A person at a terminal has asked for a console, and hears of trouble only. */
let log = createLog({ level: process.stderr.isTTY ? "warn" : "info" });

async function start() {
  checkNode();
  if (isFile(".env")) process.loadEnvFile(".env");
  const given = readConfig(process.env);
  if (given.logLevel) log = createLog({ level: given.logLevel });

  // The port comes first: whoever has it may be this very server, and then nothing is to be touched.
  let open: (app: App) => void = () => undefined;
  const opened = new Promise<App>((resolve) => {
    open = resolve;
  });
  const port = await listen(given, async (request) => (await opened).fetch(request));
  const config: Config = { ...given, port };

  const { databaseUrl: url, dataDir } = config;
  // Nor before it is known that a database elsewhere can be reached.
  if (url) running.database = await openDatabase({ url }, log);
  makeFolder(dataDir);
  if (!url) running.lock = await lockFolder(dataDir);
  const key = readKey(dataDir);
  const database = running.database ?? (await openDatabase({ dataDir }, log));
  running.database = database;
  await migrate(database);
  const metrics = createMetrics({ queueDepth: () => queueDepth(database), ofProcess: true });
  const { speed } = config;
  const outside = createSandboxPorts({
    clock: { now: () => new Date() },
    secrets: createSecretBox(key),
    mailRenderer,
    publicOrigin: config.publicOrigins[0] ?? homeOrigin(config),
    speed,
    database,
  });
  const publisher = rememberedOutside(outside.publisher, config.sandbox);
  const ports: Ports = { ...outside, publisher: measured(publisher, metrics) };
  const jobs = await startJobs({ database, handlers: jobHandlers, ports, speed, log, metrics });
  running.jobs = jobs;
  const giveUp = () =>
    jobs.run
      .transaction(async (context) => {
        await giveUpOnLost(context);
        await giveUpOnLostMails(context);
      })
      .catch((error) => log.error("giving up on what is lost failed", {}, error));
  if (config.seed) await jobs.run.transaction(seedIfEmpty);
  // Elsewhere another process may be at work; there, silence tells.
  if (database.kind === "pglite") {
    await jobs.run.transaction(recoverInterrupted);
    await jobs.run.transaction(recoverMails);
    await jobs.run.transaction(releaseRuns);
  } else {
    await giveUp();
  }
  await jobs.run.transaction(enqueueDue);
  const app = createApp({
    config,
    database,
    ports,
    enqueue: jobs.enqueue,
    log,
    metrics,
    api: productApi,
    handlers: productHandlers,
    key,
    pages: createSandboxPages(database),
    sandbox: true,
    staticDir,
  });
  await jobs.work();
  if (running.lock) {
    running.backups = handOverBackups(running.lock, { folder: dataDir, key, database, log });
  }
  open(app);
  process.stdout.write(`${greeting(config)}\n`);
  log.info("started", { port, database: database.kind });
  const forget = () => {
    const now = new Date();
    return Promise.all([
      app.sessions.forgetOld(),
      forgetOldKeys(database, now),
      forgetOldMails(database, now),
      forgetOldSandboxMails(database, now),
    ]).catch((error) => log.error("clean-up failed", {}, error));
  };
  void forget();
  setInterval(forget, 6 * hour).unref();
  setInterval(giveUp, minute).unref();
}

function greeting(config: Config): string {
  const { discord, chatPlatform } = config;
  const platform = chatPlatform.charAt(0).toUpperCase() + chatPlatform.slice(1);
  const then = discord ? "" : ", then 'Continue as Administrator'";
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

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);

/** Listens on the first host or throws a StartError; the others are welcome but not needed. Answers the port. */
async function listen(config: Config, fetch: App["fetch"]): Promise<number> {
  const [first, ...others] = config.hosts;
  const port = await listenOn(first, config.port, fetch);
  for (const host of others) {
    await listenOn(host, port, fetch).catch((error: unknown) => {
      // Another program on the same port of 'localhost' would get what is meant for us.
      if (codeOf(error) === "EADDRINUSE") throw taken(port);
    });
  }
  return port;
}

const taken = (port: number) =>
  new StartError(
    `Port ${port} is already in use: stop the program that has it, or set PORT to another.`,
  );

function listenOn(host: string, port: number, fetch: App["fetch"]): Promise<number> {
  return new Promise((resolve, reject) => {
    // Without options for HTTP/2 it is a plain HTTP server, whatever the wider type says.
    const server = createAdaptorServer({ fetch }) as Server;
    // Longer than proxies keep theirs, so that it is never this side that closes one in use.
    server.keepAliveTimeout = 65_000;
    server.headersTimeout = 70_000;
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
      // Node would answer 408, which makes a browser send a command a second time.
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
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return taken(port);
    case "EACCES":
      return new StartError(
        `Port ${port} is not allowed for this user: set PORT to one above 1023.`,
      );
    default:
      return new StartError(`The server cannot listen on ${host} (${codeOf(error)}): check HOST.`);
  }
}

/** Takes nothing new, finishes what runs, and closes the database. */
async function stop() {
  await Promise.all(running.servers.map(closeServer));
  await running.jobs?.stop();
  await running.backups?.stop();
  mailRenderer.close();
  await running.database?.close();
  await running.lock?.release();
}

/** Lets requests finish, 10 seconds at most; a connection that only waits for more is closed. */
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
 * For what nobody has caught: after it nothing is certain, so that the process ends and whoever
 * watches over it starts another. What runs may finish, 10 seconds at most.
 */
process.on("uncaughtException", (error, origin) => {
  log.fatal(origin, {}, error);
  if (breaking) process.exit(1);
  breaking = true;
  setTimeout(() => process.exit(1), 10_000);
  stop().finally(() => process.exit(1));
});
let breaking = false;

const started = start();
let stoppingSince: number | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stoppingSince !== undefined) {
      // A second signal is from someone who will not wait, unless it is npm's echo of the first.
      if (Date.now() - stoppingSince > 1000) process.exit(130);
      return;
    }
    stoppingSince = Date.now();
    log.info("stopping", { signal });
    // What is being started is finished first, so that nothing is left half made.
    started
      .then(stop, () => undefined)
      .then(() => {
        log.info("stopped");
        process.exit(0);
      })
      .catch(fail);
  });
}
// A start that is broken off may fail of that: it was what the person wanted.
started.catch((error) => stoppingSince !== undefined || fail(error));
