import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fill } from "@/features/newsletter/rendering/template";

/** A line of the table: the variables of a sample, or a template and what Jinja2 makes of it. */
type Row =
  | { readonly sample: string; readonly variables: Readonly<Record<string, unknown>> }
  | {
      readonly sample: string;
      readonly template: string;
      readonly isHtml: boolean;
      /** Null where Jinja2 fails. */
      readonly text: string | null;
    };

/** `node scripts/jinja.mjs --answers` asks Jinja2 for the answers to the templates in this file. */
const rows: readonly Row[] = readFileSync("tests/features/newsletter/jinja-answers.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const templates = rows.flatMap((row) => ("template" in row ? [row] : []));
const samples = new Map(
  rows.flatMap((row) => ("variables" in row ? [[row.sample, row.variables] as const] : [])),
);

/** Refused though Jinja2 renders them: they print a mistake, or the address of an object. */
const refusals = /^Unknown (variable|field)|^This tag has no value/;

describe("A template renders as Jinja2 renders it, or is refused", () => {
  it.each(templates)("$template, $sample, $isHtml", ({ template, isHtml, sample, text }) => {
    let rendered: string;
    try {
      rendered = fill(template, samples.get(sample) ?? {}, { isHtml }).text;
    } catch (error) {
      expect(error).toHaveProperty("line", expect.any(Number));
      if (text !== null) expect((error as Error).message).toMatch(refusals);
      return;
    }
    expect(rendered).toBe(text);
  });
});
