import { describe, expect, it } from "vitest";
import { readDetail } from "@/shared/api/detail";
import { reasonOf, SafeError } from "@/shared/api/errors";
import { fc } from "../../support/random-seed";

describe("the server's reason for a refusal", () => {
  it("is a sentence", () => {
    expect(readDetail({ detail: "Quota exceeded" })).toEqual({ detail: "Quota exceeded" });
  });

  it("or errors of fields, with the names of the fields", () => {
    const read = readDetail({
      detail: [
        { loc: ["body", "credentials", "password"], msg: "Required.", type: "missing" },
        { loc: ["body"], msg: "Not an object.", type: "dict" },
      ],
    });

    expect(read.fields).toEqual([
      { field: "credentials.password", message: "Required." },
      { field: "", message: "Not an object." },
    ]);
    expect(read.detail).toBe("credentials.password: Required. Not an object.");
  });

  it("or nothing that can be read, and never anything but text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const { detail } = readDetail(body);
        expect(detail === undefined || typeof detail === "string").toBe(true);
      }),
    );
  });
});

it("an error contains neither token nor body nor the ids in its path", () => {
  const error = new SafeError({
    kind: "status",
    method: "PUT",
    path: "accounts/{id}",
    status: 500,
  });

  expect(JSON.stringify({ ...error, text: String(error) })).toBe(
    JSON.stringify({
      kind: "status",
      method: "PUT",
      path: "accounts/{id}",
      status: 500,
      fields: [],
      isInDoubt: false,
      inARow: 1,
      name: "SafeError",
      text: "SafeError: PUT accounts/{id}: 500",
    }),
  );
  expect(reasonOf(error)).toBe("The server responded with status 500.");
});
