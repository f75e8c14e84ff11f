import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { python } from "../../../scripts/lib/peers.mjs";

type Options = {
  /** `plain` as FastAPI's tutorial adds CORS, `outermost` as docs/own-backend.md does. */
  readonly app: "plain" | "outermost";
  /** The console's origin, which may call the app. */
  readonly console: string;
  /** By default a free one. */
  readonly port?: number;
};

export type FastapiPeer = Awaited<ReturnType<typeof startFastapi>>;

/** A backend of the spec in FastAPI, behind a proxy that passes only /api and /login on. */
export async function startFastapi({ app, console: origin, port: wanted = 0 }: Options) {
  const child = spawn(python, ["-B", "start.py", app, String(wanted)], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, CONSOLE: origin },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = once(child, "close");
  const [port] = await Promise.race([
    once(createInterface(child.stdout), "line").then(([line]: string[]) => [Number(line)]),
    ended.then(() => {
      throw new Error(`The FastAPI app did not start:\n${errors}`);
    }),
  ]);
  const api = `http://localhost:${port}`;

  return {
    origin: api,
    port,
    /** Its log: the tracebacks of unhandled exceptions. */
    errors: () => errors,
    /** Signs an operator in, without a browser. @returns the token */
    token: async () => {
      const answer = await fetch(`${api}/login/discord?origin=${origin}`, { redirect: "manual" });
      return new URL(answer.headers.get("location") ?? "").searchParams.get("token") ?? "";
    },
    endAllSessions: () => fetch(`${api}/login/sessions`, { method: "DELETE" }),
    /** True if the proxy removes the header Authorization. */
    dropAuthorization: (isOn: boolean) =>
      fetch(`${api}/proxy/drop-authorization`, { method: isOn ? "PUT" : "DELETE" }),
    /** `GET /api/v1/publishing/content-queue`, in the order of their arrival. */
    requests: async () => (await (await fetch(`${api}/proxy/requests`)).json()) as string[],
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
