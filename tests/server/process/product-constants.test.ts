import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { categoryApi } from "@/entities/category/contract";
import { performanceApi } from "@/features/performance/contract";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { deleteOldKeys } from "../../../server/http/idempotency.ts";
import { startJobs } from "../../../server/jobs/engine.ts";
import { jobs as handlers } from "../../../server/jobs/jobs.ts";
import { enqueueSlots } from "../../../server/jobs/timetable.ts";
import { lastSlot } from "../../../server/kernel/timetable.ts";
import { testPorts } from "../../support/ports.ts";
import { createTestServer, openCopy } from "../../support/server.ts";
import { createWorld } from "../world.ts";

// The product's numbers from its specification and from docs/reliability.md. Each is copied by hand
// and compared with the behaviour of the running server: a number imported from the code would
// follow the code's mistakes.

/** Starts a server that serves a console. */
async function serving() {
  const folder = mkdtempSync(join(tmpdir(), "console-static-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Console</title>");
  writeFileSync(join(folder, "preview.html"), "<!doctype html><meta content=\"'sha256-Zm9v='\">");
  const server = await createTestServer({ staticDir: folder });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  return server;
}

/** Returns a policy's directives, in alphabetical order. */
const directives = (policy: string | null) => (policy ?? "").split("; ").sort();

describe("The Content-Security-Policy that the server sends", () => {
  test("with the console lets only the console's own scripts run", async () => {
    const server = await serving();
    const page = await server.fetch("/dashboard", { headers: { Accept: "text/html" } });
    expect(directives(page.headers.get("Content-Security-Policy"))).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "frame-src 'self'",
      "img-src 'self' https: data: blob:",
      "manifest-src 'self'",
      "media-src 'self' https: blob:",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "script-src-attr 'none'",
      "style-src 'self'",
      "style-src-attr 'none'",
      "trusted-types own-worker",
      "worker-src 'self'",
    ]);
  });

  test("with the preview of a mail allows only images to be loaded", async () => {
    const server = await serving();
    const page = await server.fetch("/preview.html");
    expect(directives(page.headers.get("Content-Security-Policy"))).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "img-src 'self' https: data: http://localhost:4100",
      "sandbox allow-scripts",
      "script-src 'sha256-Zm9v='",
      "script-src-attr 'none'",
      "style-src 'unsafe-inline'",
      "worker-src blob:",
    ]);
  });

  test("with the API's answers allows nothing", async () => {
    const server = await serving();
    const { headers } = await server.request("publishing/account-groups");
    expect(directives(headers.get("Content-Security-Policy"))).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });
});

describe("The weekly and daily jobs", () => {
  test("are enqueued at their times: rotation Monday 01:00, newsletter Monday 08:00, planner 06:00 daily, UTC", async () => {
    const { database, drop } = await openCopy();
    let now = new Date("2026-11-22T12:00:00.000Z");
    const ports = testPorts({ now: () => now }, database);
    const queue = await startJobs({ database, handlers, ports, speed: 1, background: false });
    onTestFinished(async () => {
      await queue.stop();
      await database.close();
      await drop();
    });
    const enqueuedAt = async (time: string) => {
      now = new Date(time);
      await database.query("delete from pgboss.job");
      await queue.run.transaction(enqueueSlots);
      const { rows } = await database.query("select name from pgboss.job order by name");
      return rows;
    };
    expect(await enqueuedAt("2026-11-22T12:00:00.000Z")).toEqual([]);
    expect(await enqueuedAt("2026-11-23T00:59:00.000Z")).toEqual([]);
    expect(await enqueuedAt("2026-11-23T01:00:00.001Z")).toEqual([{ name: "rotate-sales" }]);
    expect(await enqueuedAt("2026-11-23T05:59:00.000Z")).toEqual([]);
    expect(await enqueuedAt("2026-11-23T06:00:00.001Z")).toEqual([{ name: "plan-day" }]);
    expect(await enqueuedAt("2026-11-23T08:00:00.001Z")).toEqual([{ name: "newsletter" }]);
    expect(await enqueuedAt("2026-11-24T06:00:00.001Z")).toEqual([{ name: "plan-day" }]);
    expect(await enqueuedAt("2026-11-30T01:00:00.001Z")).toEqual([
      { name: "plan-day" },
      { name: "rotate-sales" },
    ]);
  });

  test.each([
    ["2026-11-23T00:59:59.000Z", "2026-11-16T01:00:00.000Z"],
    ["2026-11-23T01:00:01.000Z", "2026-11-23T01:00:00.000Z"],
    ["2026-11-29T23:00:00.000Z", "2026-11-23T01:00:00.000Z"],
  ])("at %s the rotation was last due on %s", (now, due) => {
    expect(lastSlot("rotate-sales", new Date(now)).toISOString()).toBe(due);
  });
});

describe("An Idempotency-Key", () => {
  const day = 86_400_000;
  const hour = 3_600_000;

  test.each([
    [7 * day - hour, "true"],
    [7 * day + hour, null],
  ])("%i ms later gets the first answer: %s", async (later, replayed) => {
    const server = await createTestServer();
    onTestFinished(() => server.close());
    const { id } = (await (
      await server.request("publishing/account-groups", {
        method: "POST",
        json: { name: "Zimska kolekcija", description: null },
      })
    ).json()) as { id: number };
    const save = () =>
      server.request(`publishing/account-groups/${id}`, {
        method: "PATCH",
        json: { focus_media_type: "video", logo_url: null },
        headers: { "Idempotency-Key": "key-1" },
      });
    await save();
    await deleteOldKeys(server.database, new Date(Date.now() + later));
    const again = await save();
    expect([again.status, again.headers.get("Idempotent-Replayed")]).toEqual([200, replayed]);
  });
});

describe("New records have the defaults of the specification", () => {
  test("a group's focus is images", async () => {
    const world = await createWorld();
    onTestFinished(() => world.close());
    await world.addGroup();
    const groups = await (await world.request("publishing/account-groups")).json();
    expect(groups).toEqual([expect.objectContaining({ focus_media_type: "image" })]);
  });

  test("a category posts on all active platforms and approves nothing automatically", async () => {
    const world = await createWorld();
    onTestFinished(() => world.close());
    const group = await world.addGroup();
    await world.addCategory(group);
    const [category] = await world.call(categoryApi.list, { params: { id: group } });
    expect(category).toMatchObject({
      enabled_platforms: null,
      auto_approve_content_types: { text: false, image: false, video: false },
    });
  });

  test("a group's sale has the tag 'sale' and is not active", async () => {
    const world = await createWorld();
    onTestFinished(() => world.close());
    const groupId = await world.addGroup();
    const settings = await world.call(saleRotatorApi.settings, { params: { groupId } });
    expect(settings).toMatchObject({ is_active: false, sale_tag: "sale" });
  });
});

describe("A list that is requested without a limit", () => {
  test("of performance has 100 posts, the newest first", async () => {
    const world = await createWorld();
    onTestFinished(() => world.close());
    const group = await world.addGroup();
    const category = await world.addCategory(group);
    const account = await world.addAccount(group);
    await world.database.query(
      `with item as (
         insert into queue_items (category_id, status, text_content)
         select $1, 'approved', 'Objava ' || n from generate_series(1, 101) n returning id
       )
       insert into scheduled_posts
         (queue_item_id, group_id, category_id, account_id, platform_type, platform_username,
          status, publish_at, published_at, external_id)
       select id, $2, $1, $3, 'bluesky', 'zimska', 'published',
         timestamptz '2026-11-01' + id * interval '1 minute', now(), 'sandbox_' || id
       from item`,
      [category, group, account],
    );
    const posts = await world.call(performanceApi.list, { query: { group_id: group } });
    expect(posts).toHaveLength(100);
    const times = posts.map(({ publish_at }) => String(publish_at));
    expect(times).toEqual([...times].sort().reverse());
  });
});
