import { describe, expect, it } from "vitest";
import { countDepartures, lenient, lenientText } from "@/shared/api/reply/lenient";
import { heldList, isSent, listField } from "@/shared/api/reply/listing";
import { readReply, readWhole } from "@/shared/api/reply/read-reply";
import { z } from "@/shared/config/zod";

const record = z.object({
  id: z.number(),
  name: lenientText,
  likes: lenient(z.nullable(z.number())),
  count: lenient(z.int().check(z.gte(0))),
  is_active: lenient(z.boolean(), () => true),
  tags: lenient(z.array(z.string())),
  note: lenient(z.nullish(z.string())),
});
const whole = { id: 1, name: "Zima", likes: null, count: 2, is_active: false, tags: ["a"] };

describe("A lenient field", () => {
  it("loses only itself if it is missing, null or of another type", () => {
    const { result, departures } = countDepartures(() =>
      record.parse({ id: 1, name: null, likes: {}, count: "many", tags: [1], note: [] }),
    );
    expect(result).toEqual({ id: 1, name: "", is_active: true });
    expect(departures).toBe(6);
  });

  it.each([
    [{ likes: "12.5" }, { likes: 12.5 }],
    [{ likes: "-3" }, { likes: -3 }],
    [{ likes: "" }, {}],
    [{ likes: "2E+3" }, { likes: 2000 }],
    [{ likes: "0E-8" }, { likes: 0 }],
    [{ likes: " +7 " }, { likes: 7 }],
    [{ likes: ".5" }, { likes: 0.5 }],
    [{ likes: "." }, {}],
    [{ likes: "NaN" }, {}],
    [{ count: "2.5" }, {}],
    [{ count: "-1" }, {}],
    [{ is_active: 0 }, { is_active: false }],
    [{ is_active: 1 }, { is_active: true }],
    [{ is_active: "0" }, { is_active: false }],
    [{ is_active: "FALSE" }, { is_active: false }],
    [{ is_active: 2 }, { is_active: true }],
    [{ name: 2024 }, { name: "2024" }],
    [{ name: 0 }, { name: "0" }],
    [{ name: true }, { name: "" }],
  ])("of %j reads %j", (sent, read) => {
    const { likes: _likes, count: _count, ...rest } = whole;
    expect(record.parse({ ...rest, ...sent })).toEqual({ ...rest, ...read });
  });

  it("does not replace the id of a record", () => {
    expect(record.safeParse({ ...whole, id: null }).success).toBe(false);
  });
});

describe("A list among other fields", () => {
  const schema = z.object({ posts: listField(z.object({ id: z.number() })) });
  it.each([
    [{}, { items: [], unreadable: 0 }],
    [{ posts: null }, { items: [], unreadable: 0 }],
    [{ posts: "none" }, { items: [], unreadable: 1 }],
    [{ posts: [{ id: 1 }, {}] }, { items: [{ id: 1 }], unreadable: 1 }],
  ])("of %j reads %j", (sent, posts) => {
    expect(schema.parse(sent)).toEqual({ posts });
  });

  it("reports whether it was sent", () => {
    expect(isSent(schema.parse({}).posts)).toBe(false);
    expect(isSent(schema.parse({ posts: [] }).posts)).toBe(true);
  });
});

it("A held list keeps its content and the order of its fields", () => {
  const list = heldList(z.object({ id: z.number() }));
  const sent = '[{"name":"x","id":1},7,null]';
  expect(JSON.stringify(list.parse(JSON.parse(sent)))).toBe(sent);
  expect(list.safeParse({}).success).toBe(false);
});

describe("An answer", () => {
  it("is read from an envelope if that has more of the record", () => {
    expect(readReply(record, { data: whole, message: "Done." })).toEqual(whole);
    expect(readReply(record, { item: { id: 1 } })).toMatchObject({ id: 1 });
    expect(readReply(record, { ...whole, data: { id: 2 } })).toEqual(whole);
    expect(readReply(record, { data: [whole] })).toBeUndefined();
  });

  it("is whole with every field as declared, and not otherwise", () => {
    expect(readWhole(record, whole)).toEqual(whole);
    expect(readWhole(record, { ...whole, note: null, more: 1 })).toMatchObject(whole);
    expect(readWhole(record, { ...whole, likes: "12" })).toBeUndefined();
    expect(readWhole(record, { id: 1, name: "Zima" })).toBeUndefined();
    expect(readWhole(record, undefined)).toBeUndefined();
  });
});
