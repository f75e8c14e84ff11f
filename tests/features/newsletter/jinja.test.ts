import { describe, expect, it, test } from "vitest";
import { fill } from "@/features/newsletter/rendering/template";

const product = (name: string, price: string, old_price = "") => ({
  ...{ name, price, old_price, image_url: "", url: "" },
});

const full = {
  subscriber_name: "Milica",
  products: [product("Šal", "1.990", "2.490"), product("Šolja", "890")],
  unsubscribe_url: "https://example.com/u",
};
const empty = { ...full, subscriber_name: "", products: [] };

const body = (template: string, variables: typeof full = full) =>
  fill(template, variables, { isHtml: true }).text;
const subject = (template: string, variables: typeof full = full) =>
  fill(template, variables, { isHtml: false }).text;

/** What a template is refused with, and the line. */
function refusal(template: string, variables: typeof full = full) {
  try {
    return `accepted: ${body(template, variables)}`;
  } catch (error) {
    const { line, message } = error as { line: number | null; message: string };
    return `${line}: ${message}`;
  }
}

const loop = (inside: string) => `{% for p in products %}${inside}{% endfor %}`;

describe("Letters", () => {
  test.each([
    ["{{ 'đorđe petrović'|title }}", "Đorđe Petrović"],
    ["{{ 'đorđe petrović'.title() }}", "Đorđe Petrović"],
    ['{{ "o\'hara"|title }}', "O'hara"],
    ['{{ "o\'hara".title() }}', "O'Hara"],
    ["{{ 'MILICA'|capitalize }}", "Milica"],
    ["{{ 'MILICA'.capitalize() }}", "Milica"],
    ["{{ 'ЉУБИЦА'|lower|title }}", "Љубица"],
    ["{{ 'ǆep'.title() }}", "ǅep"],
    ["{{ '1.990'.rstrip('0') }}", "1.99"],
    ["{{ '🎉'|length }}", "1"],
    ["{{ '🎉a'[1] }}", "a"],
  ])("%s", (template, text) => expect(subject(template)).toBe(text));
});

describe("Numbers", () => {
  test.each([
    ["{{ '2.490,50'|replace('.', '')|int }}", "0"],
    ["{{ '2.490,50'|replace('.', '')|float }}", "0.0"],
    ["{{ '2.490'|replace('.', '')|int }}", "2490"],
    ["{{ -7 % 3 }}", "2"],
    ["{{ -2.5|int }}", "-2"],
    ["{{ 2.7|int(0) }}", "2"],
    ["{{ 7 / 2 }} {{ 6 / 2 }} {{ 7 // 2 }}", "3.5 3.0 3"],
    ["{{ 2.675|round(2) }} {{ 2.5|round }} {{ 5|round }}", "2.67 2.0 5"],
    [
      "{{ 0.1 + 0.2 }} {{ 1e16 }} {{ 12345678901234567890 + 1 }}",
      "0.30000000000000004 1e+16 12345678901234567891",
    ],
    ["{{ true is number }}", "True"],
    ["{{ true }} {{ none }}", "True None"],
    ["{{ [1, 2.5]|sum }} {{ [3, 1]|min }} {{ [3, 1]|max }}", "3.5 1 3"],
  ])("%s", (template, text) => expect(subject(template)).toBe(text));
});

describe("Comparisons", () => {
  test.each([
    ["{{ products != [] }} {{ products == [] }}", "True False"],
    ["{{ '' == 0 }} {{ products|length == '2' }}", "False False"],
    ["{{ 1 < products|length < 3 }}", "True"],
    [loop("{{ p.old_price > p.price }} "), "True False "],
    [loop("{{ loop.index is divisibleby(2) }} "), "False True "],
    ["{{ {} is iterable }} {{ 1 is iterable }}", "True False"],
  ])("%s", (template, text) => expect(subject(template)).toBe(text));
});

describe("Loops and what is set in them", () => {
  test.each([
    [`{% set n = 0 %}${loop("{% set n = n + 1 %}{{ n }}. ")}`, "1. 1. "],
    [loop("{% if loop.first %}{% set seen = true %}{% endif %}{{ seen }},"), "True,,"],
    [`{% set ns = namespace(n=0) %}${loop("{% set ns.n = ns.n + 1 %}")}{{ ns.n }}`, "2"],
    [loop("{{ loop.index0 + 1 }}. "), "1. 2. "],
    [loop("{{ loop.cycle('a', 'b') }}{{ loop.revindex }} "), "a2 b1 "],
    ["{% for row in [1, 2, 3]|batch(2, 0) %}{{ row }}{% endfor %}", "[1, 2][3, 0]"],
    ["{% for part in [1, 2, 3]|slice(2) %}{{ part }}{% endfor %}", "[1, 2][3]"],
  ])("%s", (template, text) => expect(subject(template)).toBe(text));
});

describe("Lists", () => {
  test.each([
    ["{{ products|join(', ', attribute='name') }}", "Šal, Šolja"],
    ["{% set g = products|map(attribute='name') %}{{ g|join }}{{ g|join }}", "ŠalŠolja"],
    ["{{ ['a', 'A']|unique|list }}", "['a']"],
    ["{{ products.0.name }}", "Šal"],
    ["{{ [1, 2]|first }}{{ [1, 2]|last }}{{ [1, 2]|reverse|list }}", "12[2, 1]"],
    ["{{ products|selectattr('price', 'ne', '890')|map(attribute='name')|list }}", "['Šal']"],
    ["{{ ['a']|map('upper')|join }} {{ [0, 1]|select|list }} {{ products|count }}", "A [1] 2"],
  ])("%s", (template, text) => expect(subject(template)).toBe(text));

  test("print as Python writes them", () => {
    expect(subject("{{ products[1:] }}")).toBe(
      "[{'name': 'Šolja', 'price': '890', 'old_price': '', 'image_url': '', 'url': ''}]",
    );
    expect(subject(`{{ ["it's", none, 1.0, (true,)] }}`)).toBe(`["it's", None, 1.0, (True,)]`);
  });
});

describe("HTML", () => {
  test.each([
    ["{% macro m() %}abc{% endmacro %}{{ m()|length }}", "3"],
    ["{% macro m() %}abc{% endmacro %}{{ m() == 'abc' }}{{ m()[0] }}{{ m()|trim }}", "Trueaabc"],
    ["{% macro m(x) %}{{ x }}{% endmacro %}{{ m('5')|replace('5', 'V') }}", "V"],
    ["{% macro m() %}<b>{{ '&' }}</b>{% endmacro %}{{ m()|upper }}", "<B>&AMP;</B>"],
    ["{% set x %}<i>{{ '&' }}</i>{% endset %}{{ x|replace('i', 'b') }}", "<b>&amp;</b>"],
    ["{{ '<b>'|safe }}{{ '<b>' }}", "<b>&lt;b&gt;"],
    [`{{ "<&'\\"" }}`, "&lt;&amp;&#39;&#34;"],
    ["{{ '<'|e }}{{ '<'|escape|e }}{{ '<'|e|forceescape }}", "&lt;&lt;&amp;lt;"],
    ["{{ '<p>a &amp; b</p>'|striptags }}", "a &amp; b"],
    ["{{ '{:>2}'.format('<b>'|safe) }} {{ '{:>4}'.format('<b>'|safe) }}", "<b>  &lt;b&gt;"],
    ["{{ '{}'.format('<b>'|safe) }}{{ '{:s}a'.format('<b>'|safe) }}", "&lt;b&gt;&lt;b&gt;a"],
    ["{% set t = '<' %}{{ '<b>'|safe ~ t }} {{ '<b>'|safe ~ '<' }}", "<b>&lt; &lt;b&gt;&lt;"],
  ])("%s", (template, text) => expect(body(template)).toBe(text));
});

describe("Filters and tags that templates often have", () => {
  test.each([
    ["{{ '%s, %.2f'|format('a', 2) }} {{ '%d kom' % 3 }}", "a, 2.00 3 kom"],
    ["{{ '{} i {:>3}'.format('a', 2) }} {{ ', '.join(['a', 'b']) }}", "a i   2 a, b"],
    ["{{ 'foo bar baz qux'|truncate(9) }} {{ 'foo bar'|truncate(4, true) }}", "foo... foo bar"],
    ["{{ ''|d('nema', true) }} {{ 'dva tri'|wordcount }}", "nema 2"],
    ["{{ 'a b/č&'|urlencode }} {{ {'q': 'a b'}|urlencode }}", "a%20b/%C4%8D%26 q=a+b"],
    ["{% with a = 1 %}{{ a }}{% endwith %}{% raw %}{{ a }}{% endraw %}", "1{{ a }}"],
    ["{% filter upper %}a{{ subscriber_name }}{% endfilter %}", "AMILICA"],
    ["{% macro m(a, b=2) %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}{{ m(b=3) }}", "123"],
    [
      "{% macro m() %}[{{ caller('x') }}]{% endmacro %}{% call(y) m() %}{{ y }}{% endcall %}",
      "[x]",
    ],
  ])("%s", (template, text) => expect(subject(template)).toBe(text));
});

describe("What is not there", () => {
  test.each([
    ["{{ products|map(attribute='name')|first }}", ""],
    ["{{ subscriber_name[0]|upper }}", ""],
    ["{{ subscriber_name.split(' ')[1] }}", ""],
    ["{{ 'a' if products }}", ""],
    ["{% for p in products %}a{% else %}b{% endfor %}", "b"],
  ])("prints as nothing: %s", (template, text) => expect(body(template, empty)).toBe(text));

  test.each([
    ["{% if products[0].old_price %}a{% endif %}", "1: There is no item 0 in a list."],
    ["\n{{ products[0].name }}", "2: There is no item 0 in a list."],
    ["{{ products[0]['prise'] }}", "1: There is no item 0 in a list."],
  ])("is a mistake if it is asked for more: %s", (template, mistake) =>
    expect(refusal(template, empty)).toBe(mistake),
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
