import { spawn } from "node:child_process";
import { Fault } from "../../../kernel/fault.ts";

export type Ffmpeg =
  | { readonly program: string; readonly version: string }
  /** A sentence for operators. */
  | { readonly unavailable: string };

/**
 * Starts the program once, to see whether it makes H.264 videos.
 *
 * @param program `ffmpeg`, found on the PATH, or a path
 * @param timeout the time for its answer, in ms; for tests
 */
export async function findFfmpeg(program: string, timeout = 15_000): Promise<Ffmpeg> {
  const cannot = (why: string) => ({
    unavailable: `This server cannot make videos: ${why}, and restart the server.`,
  });
  const signal = AbortSignal.timeout(timeout);
  try {
    const { stdout, stderr } = await run(program, ["-encoders"], signal);
    if (!/\blibx264\b/.test(stdout)) {
      return cannot("its ffmpeg has no H.264 encoder; install one with libx264");
    }
    const [, version = "of an unknown version"] = /^ffmpeg version (\S+)/m.exec(stderr) ?? [];
    return { program, version };
  } catch {
    if (signal.aborted) return cannot("its ffmpeg did not answer in time; see what it waits for");
    return cannot("ffmpeg is not installed; install it or set FFMPEG_PATH");
  }
}

type Output = { readonly stdout: string; readonly stderr: string };

/** The number of characters that are kept of each output. */
const longest = 100_000;

/**
 * Runs the program to its end. An abort kills it; the promise settles when it is gone. Throws a Fault
 * if it fails.
 */
export function run(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Output> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      // It needs none of this server's secrets.
      env: { PATH: process.env.PATH },
    });
    const kill = () => void child.kill("SIGKILL");
    signal.addEventListener("abort", kill, { once: true });
    let error: Error | undefined;
    child.on("error", (cause) => {
      error = cause;
    });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      // Missing if the process has no file descriptor left: the error comes in the next tick.
      child[name]?.setEncoding("utf8").on("data", (text: string) => {
        output[name] = (output[name] + text).slice(0, longest);
      });
    }
    child.on("close", (code) => {
      signal.removeEventListener("abort", kill);
      if (signal.aborted) reject(new Fault("ffmpeg did not finish in time."));
      else if (error) reject(new Fault("ffmpeg could not be started."));
      else if (code !== 0) reject(new Fault(`ffmpeg failed (${code ?? "killed"}).`));
      else resolve(output);
    });
  });
}
