import { Hono } from "hono";
import { idempotencyCapability } from "@/shared/api/capabilities";
import type { WireOf } from "@/shared/api/endpoint";
import { healthApi } from "@/shared/api/health";
import type { Database } from "../db/database.ts";
import type { Api } from "../kernel/handler.ts";
import type { Log } from "../kernel/log.ts";
import { inTime } from "../kernel/time-limit.ts";
import type { Ports } from "../ports/ports.ts";
import type { World } from "../ports/world.ts";

type Options = {
  readonly database: Database;
  readonly world: World;
  /** Endpoints and headers beyond the product's spec, by name. */
  readonly capabilities: string[];
  readonly log: Log;
  /** Time-out of the database, in milliseconds. */
  readonly timeout?: number;
};

/** The capabilities that are parameters of the spec's own calls. */
const ofParameters = [
  "approve-at",
  "group-filter",
  "own-videos",
  "publish-accounts",
  "publish-title",
  "schedule-range",
  "test-email-to",
];

/**
 * Returns the capabilities that `/healthz` announces: what the API offers beyond the product's spec.
 */
export function capabilitiesOf(api: Api, { tiktok }: Pick<Ports, "tiktok">): string[] {
  const names = Object.values(api)
    .flatMap((endpoints) => Object.values(endpoints))
    .flatMap(({ capability }) => capability ?? []);
  const ofPages = tiktok ? ["tiktok-connect"] : [];
  return [idempotencyCapability, ...new Set(names), ...ofParameters, ...ofPages];
}

/**
 * Creates `GET /healthz`: the server's state and capabilities; 503 while the database does not answer.
 */
export function createHealth({
  database,
  world,
  capabilities,
  log,
  timeout = 5000,
}: Options): Hono {
  const app = new Hono();
  const { path, method } = healthApi.read;
  const about = {
    sandbox: world.kind === "sandbox",
    world: world.isHeld ? ("held" as const) : world.kind,
    outside: world.outside,
    capabilities,
  };
  app.get(path, async (call) => {
    try {
      await inTime(timeout, database.query("select 1"));
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
