import { describe, expect, it } from "vitest";
import { reasonOf, SafeError } from "@/shared/api/errors";
import { readDetail } from "@/shared/api/reply/detail";
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

  it.each([
    [{ detail: { name: ["Name is taken.", "Too long."], _schema: ["Not today."] } }],
    [{ name: ["Name is taken.", "Too long."], non_field_errors: ["Not today."] }],
  ])("or lists by field, as in %j", (body) => {
    expect(readDetail(body)).toEqual({
      detail: "name: Name is taken. Too long. Not today.",
      fields: [{ field: "name", message: "Name is taken. Too long." }],
    });
  });

  it("or FastAPI's list in a text", () => {
    const detail = JSON.stringify([{ loc: ["body", "name"], msg: "field required" }]);
    expect(readDetail({ detail }).fields).toEqual([{ field: "name", message: "field required" }]);
  });

  it("or some of both, of which no field is lost", () => {
    expect(
      readDetail({
        detail: [
          { loc: ["body", "name"], msg: "Name is taken." },
          "The description is too long.",
          { msg: "The shop is closed." },
          null,
        ],
      }),
    ).toEqual({
      detail: "name: Name is taken. The description is too long. The shop is closed.",
      fields: [{ field: "name", message: "Name is taken." }],
    });
  });

  it.each([
    [
      { detail: { code: "QUOTA", message: "The daily quota is used up." } },
      "The daily quota is used up.",
    ],
    [{ detail: { error: "The shop is closed." } }, "The shop is closed."],
    [{ detail: { error: { code: 7, msg: "The shop is closed." } } }, "The shop is closed."],
    [
      { detail: ["Name is taken", "The description is too long."] },
      "Name is taken. The description is too long.",
    ],
    [{ error: "The shop is closed." }, "The shop is closed."],
    [{ title: "Conflict", detail: "Somebody was faster." }, "Somebody was faster."],
    [{ title: "Conflict", status: 409 }, "Conflict"],
    [{ detail: '{"error":"The shop is closed."}' }, "The shop is closed."],
    [{ detail: "[sic] {x}" }, "[sic] {x}"],
    [{ detail: { reason: "The shop is closed." } }, "The shop is closed."],
    [{ errors: ["Name is taken", "Too long."] }, "Name is taken. Too long."],
    [{ error: "invalid_grant", error_description: "The key has ended." }, "The key has ended."],
    [{ non_field_errors: ["The shop is closed."] }, "The shop is closed."],
  ])("or in %j the sentence", (body, detail) => {
    expect(readDetail(body)).toEqual({ detail });
  });

  it("or errors of pydantic's unions and validators, without what is no field", () => {
    const of = (...loc: string[]) => readDetail({ detail: [{ loc, msg: "Value error, No." }] });
    expect(of("body", "name", "str").fields).toEqual([{ field: "name.str", message: "No." }]);
    expect(of("body", "call_to_action_url", "function-after[check(), url]").fields).toEqual([
      { field: "call_to_action_url", message: "No." },
    ]);
    expect(of("body", "__root__")).toEqual({
      detail: "No.",
      fields: [{ field: "", message: "No." }],
    });
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
