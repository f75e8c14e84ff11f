import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
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
      /** Why it is refused here, though Jinja2 renders it. */
      readonly mistake?: string;
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

/** What a template is refused with, and the line. */
function refusal(template: string, sample = "two products", isHtml = true) {
  try {
    return `accepted: ${fill(template, samples.get(sample) ?? {}, { isHtml }).text}`;
  } catch (error) {
    const { line, message } = error as { line: number | null; message: string };
    return `${line}: ${message}`;
  }
}

describe("A template renders as Jinja2 renders it, or is refused where Jinja2 fails", () => {
  it.each(templates)("$template, $sample, $isHtml", (row) => {
    const { template, isHtml, sample, text, mistake } = row;
    if (text === null || mistake !== undefined) {
      expect(refusal(template, sample, isHtml)).toMatch(/^\d+: /);
      expect(refusal(template, sample, isHtml)).toContain(mistake ?? "");
    } else {
      expect(fill(template, samples.get(sample) ?? {}, { isHtml }).text).toBe(text);
    }
  });
});

const loop = (inside: string) => `{% for p in products %}${inside}{% endfor %}`;

describe("What is not there", () => {
  test.each([
    ["{% if products[0].old_price %}a{% endif %}", "1: There is no item 0 in a list."],
    ["\n{{ products[0].name }}", "2: There is no item 0 in a list."],
    ["{{ products[0]['prise'] }}", "1: There is no item 0 in a list."],
  ])("is a mistake if it is asked for more: %s", (template, mistake) =>
    expect(refusal(template, "nothing")).toBe(mistake),
  );
});

describe("Refused with the line, as Jinja2 refuses it", () => {
  const adding = "A number and a text cannot be added with +; ~ puts them together.";
  test.each([
    ["\n{{ products|length + ' kom' }}", `2: ${adding}`],
    [loop("\n{{ loop.index + '. ' }}"), `2: ${adding}`],
    [loop("\n{{ p.price + 100 }}"), `2: ${adding}`],
    [loop("{{ loop.index0 + 1 ~ '.' }}"), `1: ${adding}`],
    [
      "{{ products|selectattr('old_price')|length }}",
      "1: There is no length of the result of a filter such as map; add |list.",
    ],
    [
      "{{ products|map(attribute='name')|length }}",
      "1: There is no length of the result of a filter such as map; add |list.",
    ],
    [
      "{{ (products|reverse)[0].name }}",
      "1: There is no such item in the result of a filter such as map; add |list.",
    ],
    ["\n{% break %}", "2: {% break %} is not known here."],
    [loop("{% continue %}"), "1: {% continue %} is not known here."],
    ["{% do 1 %}", "1: {% do %} is not known here."],
    [
      `{% macro m() %}\n{{ loop.index }}{% endmacro %}${loop("{{ m() }}")}`,
      '2: "loop" has no value here.',
    ],
    ["{{ 1 / 0 }}", "1: A number is divided by zero."],
    ["{{ 'a' < 1 }}", "1: Which one is greater cannot be said of a text and a number."],
    ["{{ subscriber_name() }}", "1: There is nothing to call in a text."],
    ["{% macro m(a) %}{% endmacro %}\n{{ m(1, 2) }}", '2: The macro "m" gets too many arguments.'],
  ])("%s", (template, mistake) => expect(refusal(template)).toBe(mistake));
});

describe("Refused with the line, though Jinja2 renders it", () => {
  test.each([
    [
      "{{ products.length }}",
      '1: Unknown field "length". There is a filter of this name: |length.',
    ],
    ["\n{{ prise }}", '2: Unknown variable "prise".'],
    ["{{ products[0]['prise'] }}", "1: This tag has no value."],
    ["{{ range(1001) }}", "1: range() makes at most 1,000 numbers."],
    ["{{ products|random }}", '1: The filter "random" cannot be used here.'],
    ["{{ 2 ** 0.5 }}", "1: Only whole numbers can be raised to a power here."],
    [
      "{{ products|map(attribute='name') }}",
      "1: This tag has no value that can be printed: it is the result of a filter such as map; add |list.",
    ],
    [
      "{{ products.append }}",
      "1: This tag has no value that can be printed: it is the function append.",
    ],
    [
      "{{ ([0.1] * 10)|sum }}",
      "1: The sum of these decimal numbers depends on the version of Python.",
    ],
  ])("%s", (template, mistake) => expect(refusal(template)).toBe(mistake));
});

it("has limits on what a template makes", () => {
  for (const template of [
    "{{ 'a' * 5000000 }}",
    "{{ [0] * 1000000 }}",
    "{{ 10 ** 100000 }}",
    "{{ 'a'|center(100000000) }}",
    "{{ '%9999999d' % 1 }}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "{% set l = [1] %}{% set x = l.append(l) %}{{ l }}",
    `{{ ${"(".repeat(50_000)}1${")".repeat(50_000)} }}`,
    `{{ ${"-".repeat(50_000)}1 }}`,
    `{{ 1${" + 1".repeat(50_000)} }}`,
    `{{ 'a'${"|upper".repeat(300)} }}`,
    `${"{% if 1 %}".repeat(500)}${"{% endif %}".repeat(500)}`,
    `{% set ns = namespace(s="${"a".repeat(1000)}") %}{% for i in range(20) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}`,
    "{% for i in range(1000) %}{% for j in range(1000) %}abcdefgh{% endfor %}{% endfor %}",
  ]) {
    expect(refusal(template), template.slice(0, 60)).toMatch(
      /^(\d+|null): The |^1: There are too many|^1: This tag has too many|^1: A width/,
    );
  }
});
