import type { Random } from "./random";

/** A path in a JSON value: keys and indexes; "*" is every index of a list at once. */
export type Path = readonly (string | number)[];

/** Changes the parts of an answer at a path. If there is no such part, nothing happens. */
export type Change =
  | { readonly kind: "set"; readonly at: Path; readonly value: unknown }
  | { readonly kind: "rename"; readonly at: Path; readonly to: string }
  | { readonly kind: (typeof plainChanges)[number]; readonly at: Path };

/** Replaces the answer as a whole. */
export type Replacement =
  | { readonly kind: "body"; readonly body: string }
  | { readonly kind: "html" | "half" | "wrong type" }
  | { readonly kind: "refusal"; readonly status: number; readonly body: string };

/** The changes to one answer: few enough to be read, plain enough to be repeated. */
export type Corruption = readonly (Change | Replacement)[];

export type CorruptedAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
};

const plainChanges = [
  "delete",
  "wrap",
  "list",
  "unwrap",
  "null",
  "double",
  "truncate",
  "unknown",
  "deep",
  "long",
  "bidi",
  "script",
] as const;

const values: readonly unknown[] = [
  ...[-1, 0, 0.5, 1e21, 2 ** 53, 1e308, -1e308, true, false, "", " ", "0", "12"],
  ...["2026-13-45T99:99:99Z", "+275760-09-13T00:00:00Z", "yesterday", [], {}, [[]], [null]],
];
/** Includes names that every object inherits from its prototype. */
const unknownNames = ["newer_kind", "constructor", "__proto__", "toString"];

/** FastAPI's answer to a wrong parameter, and other shapes of `detail`. */
const details: readonly unknown[] = [
  {
    detail: [
      {
        type: "int_parsing",
        loc: ["query", "group_id"],
        msg: "Input should be a valid integer.",
        input: "x",
      },
      { type: "missing", loc: ["body", 0, "id"], msg: "Field required." },
    ],
  },
  { detail: [] },
  { detail: [null, 1] },
  { detail: { message: { text: "No." } } },
  { detail: null },
  { detail: "No. ".repeat(2_000) },
  {},
];
// Not 401: it ends the session, and is no corrupted answer.
const refusals = [400, 403, 404, 409, 422];

/** Picks a random corruption of an answer: mostly of its parts, sometimes of the whole. */
export function drawCorruption(random: Random, answer: unknown): Corruption {
  if (random.chance(0.12)) return [pickReplacement(random)];
  const count = random.chance(0.65) ? 1 : random.between(2, 3);
  return Array.from({ length: count }, () => pickChange(random, answer));
}

function pickReplacement(random: Random): Replacement {
  const body = JSON.stringify(random.pick(details));
  return (
    random.pick<Replacement>([
      ...["", "{}", "[]", "null", "0", '"ok"', "true", "[[]]", body].map(
        (text) => ({ kind: "body", body: text }) as const,
      ),
      { kind: "html" },
      { kind: "half" },
      { kind: "wrong type" },
      ...[1, 2, 3].map(
        () => ({ kind: "refusal", status: random.pick(refusals) ?? 422, body }) as const,
      ),
    ]) ?? { kind: "html" }
  );
}

function pickChange(random: Random, answer: unknown): Change {
  const at = pickPath(random, answer);
  if (random.chance(0.2)) return { kind: "set", at, value: random.pick(values) };
  if (random.chance(0.08)) {
    return { kind: "rename", at, to: random.pick(unknownNames) ?? "newer" };
  }
  // Missing values are the most frequent mistake of servers.
  const kind = random.chance(0.25) ? random.pick(["delete", "null"] as const) : undefined;
  return { kind: kind ?? random.pick(plainChanges) ?? "null", at };
}

/** Mostly the path of a plain value, and mostly in one of the first records, which are visible. */
function pickPath(random: Random, answer: unknown): Path {
  const path: (string | number)[] = [];
  let value = answer;
  while (typeof value === "object" && value !== null) {
    const keys: readonly (string | number)[] = Array.isArray(value)
      ? [...value.keys()]
      : Object.keys(value);
    const first = keys[0];
    if (first === undefined || (path.length > 0 && random.chance(0.15))) break;
    let key: string | number = random.pick(keys) ?? first;
    if (Array.isArray(value)) {
      if (random.chance(0.6)) key = random.between(0, Math.min(2, keys.length - 1));
      path.push(random.chance(0.25) ? "*" : key);
    } else {
      path.push(key);
    }
    value = (value as Record<string | number, unknown>)[key];
  }
  return path;
}

/** Applies a corruption to a good answer. */
export function corrupted(answer: unknown, corruption: Corruption): CorruptedAnswer {
  const json = "application/json";
  let reply = { status: 200, contentType: json, body: "" };
  let value = answer;
  let isReplaced = false;
  for (const step of corruption) {
    if ("at" in step) {
      value = changed(value, step.at, step);
    } else {
      isReplaced = true;
      reply = replaced(JSON.stringify(value), step);
    }
  }
  return isReplaced ? reply : { ...reply, body: textOf(value) };
}

function replaced(good: string, step: Replacement): CorruptedAnswer {
  const json = "application/json";
  switch (step.kind) {
    case "body":
      return { status: 200, contentType: json, body: step.body };
    case "refusal":
      return { status: step.status, contentType: json, body: step.body };
    case "half":
      return { status: 200, contentType: json, body: good.slice(0, good.length / 2) };
    case "wrong type":
      return { status: 200, contentType: "text/plain", body: good };
    case "html":
      return {
        status: 200,
        contentType: "text/html",
        body: "<!doctype html><title>Welcome</title><h1>Log in to the network</h1>",
      };
  }
}

/** A value that was deleted at the top leaves an empty answer. */
const textOf = (value: unknown) => (value === gone ? "" : JSON.stringify(value));

const gone = Symbol("gone");

function changed(value: unknown, [key, ...rest]: Path, change: Change): unknown {
  if (key === undefined) return changedHere(value, change);
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return items
      .map((item, place) => (key === "*" || key === place ? changed(item, rest, change) : item))
      .filter((item) => item !== gone);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
      if (name !== key) return [[name, part]];
      if (change.kind === "rename" && rest.length === 0) return [[change.to, part]];
      const next = changed(part, rest, change);
      return next === gone ? [] : [[name, next]];
    }),
  );
}

function changedHere(value: unknown, change: Change): unknown {
  switch (change.kind) {
    case "set":
      return change.value;
    case "delete":
      return gone;
    // A value without a key is put under one.
    case "rename":
      return { [change.to]: value };
    case "wrap":
      return { data: value };
    case "list":
      return [value];
    case "unwrap":
      return typeof value === "object" && value !== null ? (Object.values(value)[0] ?? null) : null;
    case "null":
      return null;
    case "double":
      return doubled(value);
    case "truncate":
      return truncated(value);
    case "unknown":
      return unknownNames[String(JSON.stringify(value)).length % unknownNames.length];
    case "deep":
      return deep(2_000);
    case "long":
      return "Wort".repeat(1_500);
    case "bidi":
      return `\u202e${typeof value === "string" ? value : "abc"}\u0000\ud800\u2066`;
    case "script":
      // A URL that must never be followed in the page.
      return "javascript:alert(document.domain)";
  }
}

function doubled(value: unknown): unknown {
  if (typeof value === "string") return value + value;
  if (Array.isArray(value)) return [...value, ...value];
  return [value, value];
}

function truncated(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, value.length / 2);
  if (Array.isArray(value)) return value.slice(0, value.length / 2);
  if (typeof value === "number") return Math.trunc(value / 10);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.slice(0, entries.length / 2));
}

function deep(levels: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { value };
  return value;
}

/** Describes a corruption in one line: 'null at *.name, half'. */
export const describeCorruption = (corruption: Corruption) =>
  corruption
    .map((step) => {
      const { kind, ...facts } = step;
      if (!("at" in step)) return [kind, ...Object.values(facts)].join(" ").slice(0, 300);
      const { at, ...rest } = facts as { at: Path };
      const what = Object.values(rest).map((value) => JSON.stringify(value));
      return [kind, ...what, "at", at.join(".") || "the top"].join(" ");
    })
    .join(", ");

/** The corruption of each answer, by the answer's name. */
export type Corruptions = ReadonlyMap<string, Corruption>;

/**
 * Reduces failing corruptions to the fewest answers and steps: removes each one without which the
 * rest still fails.
 */
export async function shrink(
  failing: Corruptions,
  fails: (corruptions: Corruptions) => Promise<boolean>,
): Promise<Corruptions> {
  let smallest = failing;
  for (const name of failing.keys()) {
    const without = new Map([...smallest].filter(([other]) => other !== name));
    if (without.size > 0 && (await fails(without))) smallest = without;
  }
  for (const [name, corruption] of smallest) {
    for (const step of corruption) {
      const rest = (smallest.get(name) ?? []).filter((other) => other !== step);
      const without = new Map(smallest).set(name, rest);
      if (rest.length > 0 && (await fails(without))) smallest = without;
    }
  }
  return smallest;
}
