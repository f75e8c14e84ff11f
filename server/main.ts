import { accessSync, constants } from "node:fs";
import { type ComposedServer, composeServer } from "./compose.ts";
import { type Config, readConfig } from "./config.ts";
import { StartError } from "./kernel/fault.ts";
import { createLog, type Log, type LogLevel } from "./kernel/log.ts";
import { homeOrigin } from "./settings/network.ts";
import { chatPlatformName, signInOf } from "./settings/sign-in.ts";

/** At a terminal only warnings are shown, so that the greeting stays visible. */
const defaultLevel: LogLevel = process.stderr.isTTY ? "warn" : "info";

try {
  checkNode();
  if (isFile(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  run(config, createLog({ level: config.logLevel ?? defaultLevel }));
} catch (error) {
  fail(error, createLog({ level: defaultLevel }));
}

/** Runs the server until a signal or an uncaught exception ends the process. */
function run(config: Config, log: Log) {
  const server = composeServer({ config, log });
  endOnCrash(server, log);
  const started = server.start();
  const isStopping = endOnSignal(server, started, log);
  started
    .then((running) => process.stdout.write(`${greeting(running)}\n`))
    // A start that fails after a signal is not an error.
    .catch((error) => isStopping() || fail(error, log));
}

/**
 * Ends the process after an uncaught exception: its state is unknown, and its supervisor restarts it.
 * Running requests and jobs may finish, within 10 seconds.
 */
function endOnCrash({ stop }: ComposedServer, log: Log) {
  let isCrashing = false;
  process.on("uncaughtException", (error, origin) => {
    log.fatal(origin, {}, error);
    if (isCrashing) process.exit(1);
    isCrashing = true;
    setTimeout(() => process.exit(1), 10_000);
    stop().finally(() => process.exit(1));
  });
}

/**
 * Stops the server on SIGINT and SIGTERM; a second one, after a second, ends the process at once.
 * Returns whether one has come.
 */
function endOnSignal({ stop }: ComposedServer, started: Promise<unknown>, log: Log) {
  let stoppingSince: number | undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        // npm forwards the first Ctrl-C a second time, within a second.
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
        .catch((error) => fail(error, log));
    });
  }
  return () => stoppingSince !== undefined;
}

function greeting(config: Config): string {
  const platform = chatPlatformName(config);
  const then = signInOf(config) ? "" : ", then 'Continue as Administrator'";
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

function fail(error: unknown, log: Log): never {
  if (error instanceof StartError) console.error(error.message);
  else log.fatal("failed", {}, error);
  process.exit(1);
}
