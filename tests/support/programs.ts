import { spawn } from "node:child_process";
import { afterEach } from "vitest";

type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

/**
 * Starts `server/{program}.ts` as processes of their own, on any free port and without the seed;
 * processes that still run after a test are killed.
 */
export function programs(shared: Readonly<Record<string, string>>) {
  const running = new Set<{ readonly kill: () => void; readonly ended: Promise<Ended> }>();
  afterEach(async () => {
    for (const { kill } of running) kill();
    await Promise.all([...running].map(({ ended }) => ended));
  });

  return (
    program: "main" | "maintenance",
    given: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ) => {
    const { PATH, HOME, TMPDIR } = process.env;
    const child = spawn(process.execPath, ["--import", "tsx", `server/${program}.ts`, ...given], {
      env: { PATH, HOME, TMPDIR, PORT: "0", SEED: "0", ...shared, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (text) => {
      out += text;
    });
    child.stderr.on("data", (text) => {
      err += text;
    });
    const ended = new Promise<Ended>((resolve) => {
      child.on("close", (code) => resolve({ code, out, err }));
    });
    const greeted = new Promise<string>((resolve, reject) => {
      child.stdout.on("data", () => {
        const address = /Open (http:\S+)/.exec(out)?.[1];
        if (address) resolve(address);
      });
      child.on("close", () => reject(new Error(err)));
    });
    // Avoid an unhandled rejection: `greeted` rejects for a program that is no server, and a test may
    // await only `ended`.
    greeted.catch(() => undefined);
    const started = { kill: () => void child.kill("SIGKILL"), ended };
    running.add(started);
    void ended.then(() => running.delete(started));
    return { child, ended, greeted, said: () => out, logged: () => err };
  };
}
