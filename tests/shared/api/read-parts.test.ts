import { describe, expect, it, vi } from "vitest";
import { readParts } from "@/shared/api/reply/read-parts";
import { z } from "@/shared/config/zod";

const schema = z.object({ id: z.number(), name: z.string(), tags: z.array(z.object({})) });

/** Names and parts that look like the boundary between two records. */
const records = Array.from({ length: 6000 }, (_, id) => ({
  id,
  name: `${id % 50 === 7 ? 'Žika },{ "]}' : "Žika"} ${"ž".repeat(id % 40)}`,
  tags: Array.from({ length: id % 50 === 8 ? 3 : 0 }, () => ({})),
}));
const text = JSON.stringify(records);

/** Streams a text in pieces of this size, wherever that cuts it. */
function streamOf(whole: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(whole);
  let from = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (from >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(from, from + size));
      from += size;
    },
  });
}

describe("a list that arrives in parts", () => {
  it.each([[7_919], [65_536], [10_000_000]])(
    "is read whole from pieces of %i bytes",
    async (size) => {
      const { list } = await readParts(streamOf(text, size), schema);
      expect(list).toEqual({ items: records, unreadable: 0 });
    },
  );

  it("is read before its end has arrived", async () => {
    const parse = vi.spyOn(JSON, "parse");
    await readParts(streamOf(text, 65_536), schema);
    const lengths = parse.mock.calls.map(([part]) => part.length);
    expect(Math.max(...lengths)).toBeLessThan(text.length / 2);
  });

  it("loses only the records that cannot be read, wherever they are", async () => {
    const broken = records.map((record) =>
      record.id % 1000 === 999 ? { ...record, name: null } : record,
    );
    const { list } = await readParts(streamOf(JSON.stringify(broken), 65_536), schema);
    expect(list?.unreadable).toBe(6);
    expect(list?.items).toEqual(records.filter(({ id }) => id % 1000 !== 999));
  });

  it.each([[text.slice(0, -1)], [text.slice(0, 300_000)], [`${text}]`], [`${text},{}`]])(
    "is none when it breaks off or continues after its end (%#)",
    async (broken) => {
      expect(await readParts(streamOf(broken, 65_536), schema)).toEqual({ text: "" });
    },
  );

  it.each([["[]"], ["null"], ["<html>"], [`{"data":${text}}`], [` ${text}`], ['"[{},{}]"']])(
    "is returned as text if it is something else (%#)",
    async (other) => {
      const read = await readParts(streamOf(other, 65_536), schema);
      expect(read.text || JSON.stringify(read.list)).toBe(other);
    },
  );
});
