import { Hono } from "hono";
import { idempotencyKeys } from "@/shared/api/capabilities";
import type { WireOf } from "@/shared/api/endpoint";
import { healthApi } from "@/shared/api/health";
import type { Database } from "../db/client.ts";
import { Fault } from "../fault.ts";
import type { Log } from "../log.ts";
import type { Api } from "./serve.ts";

type Options = {
  readonly database: Database;
  /** Whether the outside world is the built-in stand-in. */
  readonly sandbox: boolean;
  /** What is offered beyond the product's own calls. */
  readonly capabilities: string[];
  readonly log: Log;
  /** Milliseconds that the database may take. */
  readonly patience?: number;
};

/** What an API offers beyond the product's own calls, as `/healthz` announces it. */
export function capabilitiesOf(api: Api): string[] {
  const names = Object.values(api)
    .flatMap((endpoints) => Object.values(endpoints))
    .flatMap(({ capability }) => capability ?? []);
  return [idempotencyKeys, ...new Set(names)];
}

/** `GET /healthz`: what the server is; 503 while the database does not answer, for then it can do nothing. */
export function createHealth({
  database,
  sandbox,
  capabilities,
  log,
  patience = 5000,
}: Options): Hono {
  const app = new Hono();
  const { path, method } = healthApi.read;
  const about = { sandbox, capabilities };
  app.get(path, async (call) => {
    try {
      await inTime(database.query("select 1"), patience);
      const reply: WireOf<typeof healthApi.read> = { status: "ok", ...about };
      return call.json(reply);
    } catch (error) {
      log.error("database does not answer", {}, error);
      const reply = { status: "unavailable", ...about, detail: "The database does not answer." };
      return call.json(reply, 503, { "Retry-After": "5" });
    }
  });
  app.all(path, (call) => call.json({ detail: "Method Not Allowed" }, 405, { Allow: method }));
  return app;
}

/** What `work` answers; throws after so many milliseconds without. */
async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Fault("No answer in time.")), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
