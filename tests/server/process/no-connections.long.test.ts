import net from "node:net";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { integrations } from "../../../server/db/schema.ts";
import { jobs as handlers } from "../../../server/jobs/jobs.ts";
import type { Jobs } from "../../../server/kernel/context.ts";
import { seedIfEmpty } from "../../../server/seed/seed.ts";
import { createWorldPorts } from "../../../server/world.ts";
import { unusedKeys } from "../../support/unused-keys.ts";
import { createWorld } from "../world.ts";

afterEach(() => vi.restoreAllMocks());

const isHere = (line: string) => /^\w+ (localhost|127\.0\.0\.1|::1|\/.*)$/.test(line);

test("no job of a server without LIVE reaches another machine, whatever keys it has", async () => {
  const opened: string[] = [];
  const connect = net.Socket.prototype.connect;
  vi.spyOn(net.Socket.prototype, "connect").mockImplementation(function (
    this: net.Socket,
    ...given: unknown[]
  ) {
    const [options] = Array.isArray(given[0]) ? given[0] : given;
    opened.push(`connect ${options?.host ?? options?.path ?? given[1] ?? "localhost"}`);
    return Reflect.apply(connect, this, given);
  });
  const world = await createWorld();
  await world.transaction(seedIfEmpty);
  const config = readConfig({ ...unusedKeys, LIVE: "" });
  const { clock, secrets, mailRenderer, mediaStore, publicOrigin } = world.ports;
  const ports = await createWorldPorts({
    ...{ config, clock, secrets, mailRenderer, mediaStore, publicOrigin, database: world.database },
  });
  const work: { readonly [Name in keyof Jobs]: Jobs[Name] } = {
    generate: { taskId: "t", categoryId: 1, count: 1, type: "image" },
    publish: { postId: 1 },
    "plan-day": {},
    measure: { accountId: 1 },
    "refresh-credentials": { accountId: 1 },
    "sync-products": { integrationId: 1 },
    newsletter: {},
    "send-newsletter": { groupId: 1, slot: "2026-11-23T08:00:00.000Z", after: 0, silences: 0 },
    "rotate-sales": {},
    "rotate-sale": { groupId: 1, slot: "2026-11-23T01:00:00.000Z" },
  };
  expect(Object.keys(work).toSorted()).toEqual(Object.keys(handlers).toSorted());
  for (const name of Object.keys(work) as (keyof Jobs)[]) {
    // Each handler gets the data of its own name.
    const handler = handlers[name] as (data: unknown, run: unknown) => Promise<unknown>;
    await handler(work[name], { ...world.run, ports });
  }
  // The first job of a sync only begins it.
  const [shop] = await world.database.db.select().from(integrations).where(eq(integrations.id, 1));
  const startedAt = shop?.sync?.startedAt ?? "";
  await handlers["sync-products"]({ integrationId: 1, startedAt }, { ...world.run, ports });
  await world.close();
  expect(opened.filter((line) => !isHere(line))).toEqual([]);
});
