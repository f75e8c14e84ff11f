import { describe, expect, it } from "vitest";
import { openEnum } from "@/shared/api/reply/lenient";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

const schema = listing(z.object({ id: z.number(), kind: openEnum(["image", "video"]) }));

describe("a list from the server", () => {
  it("loses only the records that cannot be read, and counts them", () => {
    const read = schema.parse([
      { id: 1, kind: "image" },
      null,
      { id: "x" },
      { id: 2, kind: "gif" },
    ]);

    expect(read).toEqual({
      items: [
        { id: 1, kind: "image" },
        { id: 2, kind: "gif" },
      ],
      unreadable: 2,
    });
  });

  it.each([[null], [{ data: null }], [{ items: null, total: 0 }]])(
    "is empty when it is %j",
    (answer) => {
      expect(schema.parse(answer)).toEqual({ items: [], unreadable: 0 });
    },
  );

  it.each([["<html>"], [{ rows: [] }], [42]])("is no list when it is %j", (answer) => {
    expect(schema.safeParse(answer).success).toBe(false);
  });
});
