import { mkdir, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { productsApi } from "@/features/products/contract";
import { createExpose } from "../../../server/adapters/live/media/outbox.ts";
import { deleteOldFiles } from "../../../server/data-folder.ts";
import * as schema from "../../../server/db/schema.ts";
import {
  columnsWithMedia,
  deleteUnusedMedia,
} from "../../../server/features/retention/unused-media.ts";
import { call } from "../../support/call.ts";
import { image, sha256, start, uploaded, video } from "./media-server.ts";

const day = 86_400_000;

/**
 * Returns the time that a file in the folder gets now: the clock of a disk need not be the machine's.
 */
async function timeOfFiles(folder: string) {
  const file = join(folder, "now");
  await mkdir(folder, { recursive: true });
  await writeFile(file, "");
  const { mtime } = await stat(file);
  await rm(file);
  return mtime;
}

describe("A stored file", () => {
  const bytes = video(1000);

  async function served(headers: Record<string, string> = {}, method = "GET") {
    const { server } = await start();
    const url = await uploaded(server, bytes);
    return server.fetch(url, { method, headers });
  }

  it.each([
    ["bytes=0-99", 0, 99],
    ["bytes=100-", 100, 999],
    ["bytes=-100", 900, 999],
    ["bytes=990-5000", 990, 999],
    ["bytes=-5000", 0, 999],
    ["bytes=999-999", 999, 999],
  ])("is served in parts: %s", async (range, first, last) => {
    const answer = await served({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes ${first}-${last}/1000`);
    expect(answer.headers.get("content-length")).toBe(String(last - first + 1));
    const part = Buffer.from(await answer.arrayBuffer());
    expect(part.equals(bytes.subarray(first, last + 1))).toBe(true);
  });

  it.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0"])("has no part %s", async (range) => {
    const answer = await served({ range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get("content-range")).toBe("bytes */1000");
  });

  it.each(["bytes=a-b", "bytes=", "bytes=5-1", "items=0-1", "bytes=0-1,5-6", "bytes=-"])(
    "is served whole for a range that means nothing here: '%s'",
    async (range) => {
      const answer = await served({ range });
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBe(1000);
    },
  );

  it("is served whole if the asker knows another version", async () => {
    const answer = await served({ range: "bytes=0-9", "if-range": '"another"' });
    expect(answer.status).toBe(200);
    const same = await served({
      range: "bytes=0-9",
      "if-range": `"${sha256(bytes).slice(0, 32)}"`,
    });
    expect(same.status).toBe(206);
  });

  it("is not sent again to whoever has it", async () => {
    const answer = await served({ "if-none-match": `"${sha256(bytes).slice(0, 32)}"` });
    expect(answer.status).toBe(304);
    expect(await answer.text()).toBe("");
  });

  it("is described without its content", async () => {
    const answer = await served({}, "HEAD");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe("1000");
    expect(answer.headers.get("accept-ranges")).toBe("bytes");
    expect(await answer.text()).toBe("");
  });

  it.each([
    `/media/store/${"0".repeat(64)}.jpg`,
    "/media/store/incoming",
    "/media/store/..%2Fsecret.key",
    "/media/store/%2e%2e%2fdatabase",
    `/media/store/${"0".repeat(64)}.svg`,
    "/media/outbox/..%2f..%2fsecret.key",
    `/media/outbox/${"0".repeat(32)}.jpg`,
  ])("is only what was stored: %s", async (path) => {
    const { server } = await start();
    expect((await server.fetch(path)).status).toBe(404);
  });
});

describe("The outbox", () => {
  it("is served to platforms, with parts, and without cookie or login", async () => {
    const { server, outbox } = await start();
    const name = `${"5e".repeat(16)}.jpg`;
    await rm(outbox, { recursive: true, force: true });
    const missing = await server.fetch(`https://console.example.com/media/outbox/${name}`);
    expect(missing.status).toBe(404);
    const expose = createExpose({ folder: outbox, publicOrigin: "https://console.example.com" });
    const bytes = new Uint8Array(await image("jpeg"));
    const exposed = await expose({ bytes, type: "image/jpeg", name: "image.jpg" }, "Instagram");
    if (!exposed.ok) throw new Error(exposed.error);
    expect(exposed.url).toMatch(
      /^https:\/\/console\.example\.com\/media\/outbox\/[0-9a-f]{32}\.jpg$/,
    );
    for (const method of ["GET", "HEAD"]) {
      const answer = await server.fetch(exposed.url, { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/jpeg");
      expect(answer.headers.get("content-length")).toBe(String(bytes.length));
      expect(answer.headers.get("set-cookie")).toBeNull();
      const content = Buffer.from(await answer.arrayBuffer());
      expect(content.equals(method === "GET" ? Buffer.from(bytes) : Buffer.alloc(0))).toBe(true);
    }
    const part = await server.fetch(exposed.url, { headers: { range: "bytes=0-1" } });
    expect([part.status, Buffer.from(await part.arrayBuffer()).toString("hex")]).toEqual([
      206,
      "ffd8",
    ]);
  });

  it("is emptied after a day", async () => {
    const { outbox } = await start();
    await mkdir(outbox, { recursive: true });
    const now = new Date("2026-11-27T12:00:00Z");
    const write = async (name: string, age: number) => {
      await writeFile(join(outbox, name), name);
      const at = new Date(now.getTime() - age);
      await utimes(join(outbox, name), at, at);
    };
    await write("old.jpg", day + 1000);
    await write("new.jpg", day - 1000);
    expect(await deleteOldFiles([outbox, join(outbox, "missing")], now)).toBe(1);
    expect(await readdir(outbox)).toEqual(["new.jpg"]);
  });
});

describe("A file that nothing refers to", () => {
  async function withFiles() {
    const { server, store, folder } = await start();
    const now = await timeOfFiles(folder);
    const add = async (red: number, age: number) => {
      const url = await uploaded(server, await image("png", red));
      const at = new Date(now.getTime() - age);
      await utimes(join(folder, url.replace("/media/store/", "")), at, at);
      return url;
    };
    const sweep = () => deleteUnusedMedia(server.database, store, now);
    const isThere = async (url: string) => (await server.fetch(url)).status === 200;
    return { server, add, sweep, isThere, folder };
  }

  it("is deleted after a day", async () => {
    const { add, sweep, isThere } = await withFiles();
    const old = await add(1, day + 60_000);
    const fresh = await add(2, day - 60_000);
    expect(await sweep()).toBe(1);
    expect(await isThere(old)).toBe(false);
    expect(await isThere(fresh)).toBe(true);
    expect(await sweep()).toBe(0);
  });

  it("stays while a product has its path or its address", async () => {
    const { server, add, sweep, isThere } = await withFiles();
    const urls = [await add(1, 2 * day), await add(2, 2 * day)];
    for (const url of urls) {
      await call(server, productsApi.add, {
        body: {
          name: url,
          product_image_url: `https://console.example.com${url}`,
          description: "A hand-knitted scarf.",
          call_to_action_url: null,
          is_active: true,
        },
      });
    }
    expect(await sweep()).toBe(0);
    for (const url of urls) expect(await isThere(url)).toBe(true);
  });

  it("stays while any column of the database has it", async () => {
    const { server, add, sweep, isThere } = await withFiles();
    const [group] = await server.database.db
      .insert(schema.groups)
      .values({ name: "Zima" })
      .returning({ id: schema.groups.id });
    const group_id = group?.id ?? 0;
    const [logo, mascot, inMail] = [
      await add(1, 2 * day),
      await add(2, 2 * day),
      await add(3, 2 * day),
    ];
    await server.database.db.update(schema.groups).set({
      logo_url: logo,
      ai_mascot_image_path: mascot,
    });
    await server.database.query(
      "insert into newsletter_settings (group_id, is_active, subject_template, mjml_template) values ($1, false, 'a', $2)",
      [group_id, `<mj-image src="/a.png"/><mj-image src="https://console.example.com${inMail}"/>`],
    );
    expect(await sweep()).toBe(0);
    for (const url of [logo, mascot, inMail]) expect(await isThere(url)).toBe(true);
  });

  it("counts as new again when it is uploaded again", async () => {
    const { server, sweep, isThere, add } = await withFiles();
    const url = await add(9, 2 * day);
    expect(await uploaded(server, await image("png", 9))).toBe(url);
    expect(await sweep()).toBe(0);
    expect(await isThere(url)).toBe(true);
  });

  it("stays if it is uploaded again while the unused ones are deleted", async () => {
    const { server, store, folder } = await start();
    const bytes = await image("png", 7);
    const url = await uploaded(server, bytes);
    const now = await timeOfFiles(folder);
    const long = new Date(now.getTime() - 2 * day);
    await utimes(join(folder, url.replace("/media/store/", "")), long, long);
    const meanwhile = {
      ...store,
      list: async function* () {
        yield* store.list();
        await uploaded(server, bytes);
      },
    };
    expect(await deleteUnusedMedia(server.database, meanwhile, now)).toBe(0);
    expect((await server.fetch(url)).status).toBe(200);
  });

  it("is found in every column that may have an address of an image or a video", () => {
    /** Addresses of others: shops, published posts, links. */
    const others = [
      "products.call_to_action_url",
      "scheduled_posts.published_post_url",
      "shop_products.image_url",
      "shop_products.product_url",
      "sandbox_products.image_url",
    ];
    const known = columnsWithMedia.map(({ table, name }) => `${getTableName(table)}.${name}`);
    const found = Object.values(schema)
      .filter((value) => is(value, PgTable))
      .flatMap((table) =>
        Object.values(getTableColumns(table))
          .filter(({ name }) =>
            /(image|video|thumbnail|logo|product|action|post)_(url|path)$/.test(name),
          )
          .map(({ name }) => `${getTableName(table)}.${name}`),
      );
    expect(found.filter((name) => !others.includes(name)).sort()).toEqual(
      known.filter((name) => name !== "newsletter_settings.mjml_template").sort(),
    );
  });
});
