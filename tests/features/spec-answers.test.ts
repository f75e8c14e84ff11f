import { beforeEach, describe, expect, it, vi } from "vitest";
import { authDocs } from "@/features/auth/contract-docs";
import { call } from "@/shared/api/call";
import type { Documented } from "@/shared/api/docs/documented";
import { session } from "@/shared/session/session";
import { productApi } from "../../server/http/api";
import { jsonAnswer } from "../support/render-app";
import { group, performance, product, type SpecCall, specCalls } from "./spec-calls";

/** Removes the names of parameters, which may differ between equal paths. */
const plain = (line: string) => line.replaceAll(/\{\w+\}/g, "{}");

const endpoints: ReadonlyMap<string, Documented> = new Map(
  Object.values({ auth: authDocs, ...productApi })
    .flatMap((slice) => Object.values<Documented>(slice))
    .map((endpoint) => [plain(`${endpoint.method} /${endpoint.path}`), endpoint]),
);

beforeEach(() => session.signIn("token"));

/** Returns what the console reads from this answer. */
async function read(line: string, answer: Response): Promise<unknown> {
  const endpoint = endpoints.get(plain(line));
  if (!endpoint) throw new Error(`There is no ${line} in the contract.`);
  vi.spyOn(globalThis, "fetch").mockResolvedValue(answer);
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const params = Object.fromEntries(names.map((name) => [name, 7]));
  const { query, body } = endpoint.sample as { query?: object; body?: unknown };
  // The parts of a request depend on the endpoint's own type, which a list of all endpoints loses.
  return call(endpoint, { params, ...(query && { query }), body } as never);
}

const readJson = (line: string, answer: unknown) => read(line, jsonAnswer(200, answer));

/** Returns the places of sent values that were not read, or not as they were sent. */
function lostIn(sent: unknown, read: unknown, unread: readonly string[], at = ""): string[] {
  if (unread.includes(at) || unread.includes(at.replaceAll(/\b\d+\b/g, "*"))) return [];
  const inside = (key: string | number) => (at === "" ? String(key) : `${at}.${key}`);
  if (Array.isArray(sent)) {
    const items = itemsOf(read);
    if (!items) return [at];
    return sent.flatMap((one, place) => lostIn(one, items[place], unread, inside(place)));
  }
  if (typeof sent === "object" && sent !== null) {
    return Object.entries(sent).flatMap(([key, value]) =>
      lostIn(value, (read as Record<string, unknown> | undefined)?.[key], unread, inside(key)),
    );
  }
  return Object.is(sent, read) ? [] : [at];
}

/** The items of a list, if each of its records could be read. */
function itemsOf(read: unknown): readonly unknown[] | undefined {
  if (Array.isArray(read)) return read;
  const { items, unreadable } = (read ?? {}) as { items?: unknown; unreadable?: unknown };
  return Array.isArray(items) && unreadable === 0 ? items : undefined;
}

/** The places of all fields of an answer; of a list those of its first record. */
function fieldsOf(value: unknown, at: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.length > 0 ? fieldsOf(value[0], [...at, 0]) : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [
    [...at, key],
    ...fieldsOf(part, [...at, key]),
  ]);
}

/** The answer with one field changed; `undefined` leaves it out. */
function changed(answer: unknown, place: readonly (string | number)[], to: unknown): unknown {
  // A deep copy: an object that the answer holds twice is changed once.
  const copy: unknown = JSON.parse(JSON.stringify(answer));
  const last = place.at(-1) ?? "";
  let parent = copy as Record<string | number, unknown>;
  for (const key of place.slice(0, -1)) parent = parent[key] as Record<string | number, unknown>;
  if (to === undefined) delete parent[last];
  else parent[last] = to;
  return copy;
}

const valueAt = (answer: unknown, place: readonly (string | number)[]) =>
  place.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], answer);

const wordOf = (place: readonly (string | number)[]) =>
  place.map((key) => (typeof key === "number" ? "*" : key)).join(".");

const described = specCalls.filter(({ answer }) => answer !== undefined);
const open = specCalls.filter(({ answer }) => answer === undefined);
/** Leaves out required fields, unread fields, and all fields below an unread one. */
const optionalFields = ({ answer, needs = [], unread = [] }: SpecCall) =>
  fieldsOf(answer).filter((place) => {
    const word = wordOf(place);
    return (
      !needs.includes(word) && !unread.some((one) => word === one || word.startsWith(`${one}.`))
    );
  });

const isMessage = (answer: unknown) =>
  typeof answer === "object" && answer !== null && ("message" in answer || "task_id" in answer);

describe("The calls of section 7", () => {
  it("are those of the contract that need no capability of the backend", () => {
    const plainOnes = [...endpoints].filter(([, { capability }]) => capability === undefined);
    const spec = specCalls.map((one) => plain(one.call));
    expect(plainOnes.map(([line]) => line).toSorted()).toEqual(spec.toSorted());
    expect(specCalls).toHaveLength(70);
  });
});

describe("An answer with the fields of the specification alone", () => {
  it.each(described)("loses nothing: $call", async ({ call: line, answer, unread = [] }) => {
    expect(lostIn(answer, await readJson(line, answer), unread)).toEqual([]);
  });

  it.each(described)(
    "loses no more than a field that is missing, null or of another type: $call",
    async (spec) => {
      const { call: line, answer, unread = [] } = spec;
      for (const place of optionalFields(spec)) {
        const isScalar = typeof valueAt(answer, place) !== "object";
        for (const to of [undefined, null, isScalar ? { odd: [1] } : "odd"]) {
          const sent = changed(answer, place, to);
          const here = [...unread, place.join(".")];
          const name = `${place.join(".")} is ${JSON.stringify(to) ?? "missing"}`;
          expect(lostIn(sent, await readJson(line, sent), here), name).toEqual([]);
        }
      }
    },
  );

  it.each(described)(
    "reads numbers sent as text, and flags sent as text or number: $call",
    async (spec) => {
      const { call: line, answer } = spec;
      for (const place of optionalFields(spec)) {
        const value = valueAt(answer, place);
        const isFlag = typeof value === "boolean";
        // An id is kept as it was sent.
        if ((!isFlag && typeof value !== "number") || /(_|\.)id$/.test(wordOf(place))) continue;
        for (const to of isFlag ? [Number(value), String(value)] : [String(value)]) {
          const reply = await readJson(line, changed(answer, place, to));
          const name = `${place.join(".")} is ${JSON.stringify(to)}`;
          expect(lostIn(answer, reply, spec.unread ?? []), name).toEqual([]);
        }
      }
    },
  );

  it.each(described.filter(({ answer }) => !isMessage(answer)))(
    "may come in an envelope: $call",
    async ({ call: line, answer, unread = [] }) => {
      const envelopes = [{ data: answer }, { data: answer, success: true }];
      for (const envelope of Array.isArray(answer)
        ? [...envelopes, { items: answer }]
        : envelopes) {
        expect(lostIn(answer, await readJson(line, envelope), unread)).toEqual([]);
      }
    },
  );
});

describe("A call whose answer the specification does not describe", () => {
  const answers: readonly [what: string, answer: () => Response][] = [
    ["nothing", () => new Response("")],
    ["204", () => new Response(null, { status: 204 })],
    [
      "an empty body of JSON",
      () => new Response("", { headers: { "content-type": "application/json" } }),
    ],
    ["{}", () => jsonAnswer(200, {})],
    ["null", () => jsonAnswer(200, null)],
    ["a word", () => jsonAnswer(200, "OK")],
    ["a message", () => jsonAnswer(201, { message: "Done." })],
    ["another record", () => jsonAnswer(200, { id: 7, ok: true })],
  ];

  it.each(answers)("is done when it answers %s", async (_, answer) => {
    for (const { call: line, record } of open) {
      const reply = await read(line, answer());
      // Nothing of it may replace a record.
      if (record) expect(reply, line).toBeUndefined();
    }
  });

  it("reads the record if it is answered, also in an envelope", async () => {
    for (const { call: line, record, unread = [] } of open) {
      if (!record) continue;
      for (const answer of [record, { data: record }, { item: record, message: "Saved." }]) {
        expect(lostIn(record, await readJson(line, answer), unread), line).toEqual([]);
      }
    }
  });

  it("reads half a record as none", async () => {
    const half = Object.entries(product).slice(0, 3);
    expect(await readJson("PUT /admin/products/{id}", Object.fromEntries(half))).toBeUndefined();
    const broken = { ...group, logo_url: { path: "/logo.png" } };
    expect(await readJson("PATCH /publishing/account-groups/{id}", broken)).toBeUndefined();
  });
});

describe("A required field of an answer", () => {
  it.each(
    described.flatMap(({ call: line, answer, needs = [] }) =>
      needs.map((need) => ({ line, answer, need })),
    ),
  )("makes the answer or its record unreadable: $need of $line", async ({ line, answer, need }) => {
    const place = need.split(".").map((key) => (key === "*" ? 0 : key));
    const list = need.startsWith("*") ? "" : (need.split(".*")[0] ?? "");
    const reply = readJson(line, changed(answer, place, { odd: true }));
    if (!need.includes("*")) {
      await expect(reply).rejects.toMatchObject({ kind: "unreadable" });
      return;
    }
    // Only one record of the list is unreadable.
    const path = list === "" ? [] : list.split(".");
    expect(valueAt(await reply, path)).toMatchObject({ unreadable: 1 });
  });

  it("is at least one list of a scheduler's status", async () => {
    await expect(readJson("GET /publishing/scheduler-status", {})).rejects.toMatchObject({
      kind: "unreadable",
    });
  });
});

it("The summary by category may be the list itself", async () => {
  const line = "GET /publishing/performance/summary/by-category";
  const list = [{ category_id: 21, category_name: "Saveti" }];
  expect(lostIn({ data: list }, await readJson(line, list), [])).toEqual([]);
});

it("The figures of a post are read as numbers", async () => {
  const [post] =
    itemsOf(
      await readJson("GET /publishing/performance/posts", [{ ...performance, likes: "-1.50" }]),
    ) ?? [];
  expect(post).toMatchObject({ likes: -1.5, impressions: 4210 });
});
