import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeNetworkFlaky } from "../../support/fault-proxy/flaky-network";
import { startFaultProxy } from "../../support/fault-proxy/proxy";

/** A built server as a process of its own. */
export type Server = {
  readonly process: ChildProcess;
  /** Everything it has printed. */
  readonly output: () => string;
  /** Its exit code, once it has ended and its output is complete. */
  readonly ended: Promise<number | null>;
};

/**
 * Starts the built server as `npm start` does, without this machine's own configuration; or another
 * program of the build, with arguments.
 */
export function runServer(
  environment: Record<string, string>,
  main = "dist-server/main.js",
  given: readonly string[] = [],
): Server {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [main, ...given], {
    env: {
      PATH,
      HOME,
      TMPDIR,
      ...unset,
      NODE_ENV: "production",
      LOG_LEVEL: "info",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
  return { process: child, output: () => output, ended };
}

/** Named and empty, so that a developer's .env does not fill them in. */
const unset = { DATABASE_URL: "", DISCORD_CLIENT_ID: "", DISCORD_CLIENT_SECRET: "", ADMIN_IDS: "" };

/** Waits until the server answers. @returns how long that took, in milliseconds */
export async function listening(server: Server, port: number): Promise<number> {
  const started = performance.now();
  const hasEnded = server.ended.then(() => true);
  for (;;) {
    const answers = await fetch(`http://localhost:${port}/healthz`, {
      signal: AbortSignal.timeout(5_000),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return performance.now() - started;
    if (
      (await Promise.race([hasEnded, sleep(50, false)])) ||
      performance.now() - started > 180_000
    ) {
      throw new Error(`The server did not start:\n${server.output()}`);
    }
  }
}

/**
 * Waits until a server that was started with PORT=0 has started. @returns the port that the system gave
 * it
 */
export function startedOn(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const port = /"port":(\d+).*"msg":"started"/.exec(server.output())?.[1];
      if (port) resolve(Number(port));
    };
    for (const stream of [server.process.stdout, server.process.stderr]) stream?.on("data", look);
    void server.ended.then(() =>
      reject(new Error(`The server did not start:\n${server.output()}`)),
    );
  });
}

/**
 * Finds a port that nobody listens on, outside the range that the system assigns: it might assign
 * such a port to another process before the server listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false)).listen(port, () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}

/** Creates a temporary folder. */
export const newFolder = () => mkdtemp(join(tmpdir(), "console-"));

/**
 * Starts and stops a server on a new folder, so that others start on a copy of it: creating a
 * database takes seconds, copying one does not. @returns the folder
 */
export async function prepareData(): Promise<string> {
  const folder = await newFolder();
  const server = runServer({ PORT: "0", DATA_DIR: folder, SEED: "0" });
  await startedOn(server);
  server.process.kill("SIGTERM");
  await server.ended;
  return folder;
}

export type RunningConsole = Awaited<ReturnType<typeof startConsole>>;

type ConsoleOptions = {
  readonly seed?: boolean;
  readonly speed?: number;
  /** Stores records that no call can make, in the prepared data folder before the start. */
  readonly prepare?: (folder: string) => Promise<void>;
  /** The server's clock stands still at this time. By default it runs. */
  readonly at?: Date;
};

/** Starts the built server on a new folder, behind a proxy that can inject faults. */
export async function startConsole({ seed = false, speed = 60, prepare, at }: ConsoleOptions = {}) {
  const folder = await newFolder();
  // Set by the tests' global set-up; other callers start on an empty folder.
  const { PREPARED_DATA: prepared } = process.env;
  if (prepared) await cp(prepared, folder, { recursive: true });
  await prepare?.(folder);
  const proxy = await startFaultProxy();
  makeNetworkFlaky(proxy);
  const address = `http://localhost:${proxy.port}`;
  const journal = join(folder, "journal");
  const server = runServer({
    PORT: "0",
    DATA_DIR: folder,
    PUBLIC_ORIGINS: address,
    DEV_LOGIN: "1",
    SEED: seed ? "1" : "0",
    SANDBOX_SPEED: String(speed),
    SANDBOX_JOURNAL: journal,
    ...(at && {
      FIXED_TIME: String(at.getTime()),
      NODE_OPTIONS: `--import ${new URL("./fixed-clock.mjs", import.meta.url)}`,
      TZ: "UTC",
    }),
  });
  const port = await startedOn(server);
  proxy.leadTo(port);
  const api = await signedInApi(`http://localhost:${port}`);

  return {
    /** The address for the browser, which is the proxy's. */
    address,
    /** The server's own port, past the proxy. */
    serverPort: port,
    proxy,
    ...api,
    /** Counts the posts that the platforms have accepted. */
    published: async () =>
      (await readFile(journal, "utf8").catch(() => "")).split("\n").filter(Boolean).length,
    stop: async () => {
      server.process.kill("SIGTERM");
      await Promise.all([server.ended, proxy.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Signs an administrator in, without a browser. @returns the token */
export async function tokenFrom(origin: string): Promise<string> {
  const signIn = await fetch(`${origin}/login/discord`, {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams({ origin, as: "administrator" }),
    redirect: "manual",
  });
  return new URL(signIn.headers.get("location") ?? origin).searchParams.get("token") ?? "";
}

/**
 * Calls the API as an administrator, past browser and proxy: to check effects, and to create
 * records that a test is not about.
 */
export async function signedInApi(origin: string) {
  const token = await tokenFrom(origin);

  type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

  async function request(method: Method, path: string, body?: unknown) {
    const response = await fetch(`${origin}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  }

  return {
    token: token ?? "",
    read: <T>(path: string): Promise<T> => request("GET", path),
    write: <T>(path: string, body?: unknown): Promise<T> => request("POST", path, body),
    change: (path: string, body: unknown): Promise<void> => request("PATCH", path, body),
    replace: (path: string, body: unknown): Promise<void> => request("PUT", path, body),
    remove: (path: string): Promise<void> => request("DELETE", path),
  };
}
