/**
 * Makes random templates: most of them right, of all that a newsletter may use, and some with values
 * of the wrong kind.
 */

/** Returns a source of random numbers that repeats itself with the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count) => Math.floor(next() * count);
  return {
    below,
    chance: (share) => next() < share,
    pick: (values) => values[below(values.length)],
  };
}

const product = (name, price, old_price, url = "https://shop.example.com/?a=1&b='2'") => ({
  ...{ name, price, old_price, image_url: "", url },
});

const unsubscribe_url = "https://example.com/u?token=a&b=c";

/** The variables that templates are rendered with. */
const contexts = [
  {
    subscriber_name: "Milica",
    products: [
      product("Vuneni šal „Kopaonik“", "1.990", "2.490"),
      product("Šolja „Čaj & ćebe“", "890", ""),
      product("duks <b>ĐERDAP</b>", "3.590,50", "4.990"),
    ],
    unsubscribe_url,
  },
  { subscriber_name: "", products: [], unsubscribe_url },
  {
    subscriber_name: 'đorđe o\'hara-PETROVIĆ 🎉 <"x">',
    products: [product("a", "12", "10"), product("A", "7", "7"), product("", "", "")],
    unsubscribe_url,
  },
  {
    subscriber_name: "  Ана  Марија\t",
    products: [product("ǆep STRAẞE ﬁn", "-5", "0012"), product("x y  z", " 4.5 ", "1e3")],
    unsubscribe_url: "",
  },
];

const words = [
  ...[
    "",
    "a",
    "abc",
    "Abc DEF",
    "o'hara",
    "1.990",
    "2.490,50",
    "12",
    "-3",
    " 7 ",
    "3.75",
    "<b>x</b>",
  ],
  ...[
    "a & b",
    "đ",
    "Šal",
    "🎉",
    "x,y,z",
    "a b  c",
    "%s",
    "%d kom",
    "%.2f",
    "{}",
    "{:>5}|{}",
    "name",
  ],
  ...["&amp;", "line\\nline\\n", "it\\'s", '\\"q\\"', "ß", "x.y", "0", "1_000", "price", "ΑΣ"],
];
const numbers = [
  ...["0", "1", "2", "3", "5", "7", "10", "100", "1000000", "12345678901234567890", "0.5", "1.5"],
  ...["2.5", "2.675", "3.0", "0.1", "1e3", "1e16", "1e-7", "12.345", "99.995", "0.125"],
];

/** @param {number} seed */
export function templateMaker(seed) {
  const random = randomFrom(seed);
  const { below, chance, pick } = random;
  /** The names that can be used at the present place. */
  let names = [];
  let macros = [];
  let isInLoop = false;
  let fresh = 0;

  const text = () => {
    const word = pick(words);
    return chance(0.5) ? `'${word.replaceAll('\\"', '"')}'` : `"${word.replaceAll("\\'", "'")}"`;
  };
  const int = () => pick(["0", "1", "2", "3", "4", "-1", "-2", "5", "10"]);
  const bool = () => pick(["true", "false", "True", "none"]);
  const field = () => pick(["name", "price", "old_price", "url"]);
  const record = () =>
    pick([
      ...(isInLoop ? ["p", "p", "p"] : []),
      "products[0]",
      "products[1]",
      "products.0",
      "(products|first)",
    ]);

  function string(depth) {
    if (depth <= 0 || chance(0.3)) {
      return pick([text, text, () => "subscriber_name", () => `${record()}.${field()}`, name])();
    }
    const inner = () => string(depth - 1);
    return pick([
      () =>
        `${inner()}|${pick(["upper", "lower", "title", "capitalize", "trim", "string", "e", "escape", "safe", "striptags", "urlencode", "forceescape", "reverse"])}`,
      () =>
        `${inner()}.${pick(["upper()", "lower()", "title()", "capitalize()", "strip()", "lstrip()", "rstrip()", "swapcase()"])}`,
      () => `${inner()}.${pick(["strip", "lstrip", "rstrip"])}(${text()})`,
      () => `${inner()}|replace(${text()}, ${text()}${chance(0.3) ? `, ${int()}` : ""})`,
      () => `${inner()}.replace(${text()}, ${text()}${chance(0.3) ? `, ${int()}` : ""})`,
      () =>
        `${inner()}|truncate(${pick(["3", "5", "8", "20"])}${chance(0.5) ? `, ${bool()}` : ""}${chance(0.3) ? `, end=${text()}` : ""}${chance(0.3) ? ", leeway=0" : ""})`,
      () => `${inner()}|${pick(["d", "default"])}(${inner()}${chance(0.5) ? ", true" : ""})`,
      () => `(${inner()} ~ ${any(depth - 1)})`,
      () => `(${inner()} + ${inner()})`,
      () => `(${inner()} * ${int()})`,
      () => `${inner()}[${int()}]`,
      () =>
        `${inner()}[${chance(0.7) ? int() : ""}:${chance(0.7) ? int() : ""}${chance(0.2) ? `:${int()}` : ""}]`,
      () => `${list(depth - 1)}|join(${chance(0.8) ? text() : ""})`,
      () => `products|join(${text()}, attribute=${quoted(field())})`,
      () => `${text()}.join(${list(depth - 1)})`,
      () => `(${inner()} if ${condition(depth - 1)}${chance(0.8) ? ` else ${inner()}` : ""})`,
      () =>
        `${pick(["'%s kom'", "'%5s|'", "'%-5s|%s'", "'%s %s'", "'<%s>'", text()])}|format(${args(depth)})`,
      () =>
        `(${pick(["'%s'", "'%.2f'", "'%05d'", "'%d%%'", "'%+d'", "'%8.3f'", "'<i>%s</i>'|safe"])} % ${chance(0.5) ? number(depth - 1) : any(depth - 1)})`,
      () =>
        `${pick(["'{}'", "'{} i {}'", "'{0}-{0}'", "'{:.2f}'", "'{:,}'", "'{:>6}'", "'{:05d}'", "'{!r}'", "'<{}>'|safe", "'{:^7}|'"])}.format(${args(depth)})`,
      () => `${inner()}|indent(${pick(["2", "2, true", "'> '", "1, blank=true"])})`,
      () => `${inner()}|center(${pick(["5", "9", "20"])})`,
      () => `${inner()}.${pick(["center", "ljust", "rjust", "zfill"])}(${pick(["4", "9"])})`,
      () => `${inner()}.${pick(["removeprefix", "removesuffix"])}(${text()})`,
      () =>
        `${inner()}.${pick(["split", "rsplit"])}(${chance(0.6) ? pick(["','", "' '", "'.'", "'a', 1"]) : ""})${pick(["[0]", "[-1]", "|first", "|last", "[1]"])}`,
      () =>
        macros.length > 0
          ? `${pick(macros)}(${any(depth - 1)})${chance(0.4) ? `|${pick(["upper", "trim", "length", "title", "striptags", "e", "capitalize", "replace('<', '[')"])}` : ""}`
          : inner(),
      () => (isInLoop ? `loop.cycle(${inner()}, ${inner()})` : inner()),
    ])();
  }
  const quoted = (word) => `'${word}'`;
  const name = () => (names.length > 0 ? pick(names) : "subscriber_name");
  const args = (depth) => Array.from({ length: 1 + below(2) }, () => any(depth - 1)).join(", ");

  function number(depth) {
    if (depth <= 0 || chance(0.35)) {
      return pick([
        () => pick(numbers),
        () => `-${pick(numbers)}`,
        () =>
          isInLoop
            ? `loop.${pick(["index", "index0", "revindex", "revindex0", "length"])}`
            : pick(numbers),
        () => `${list(0)}|${pick(["length", "count"])}`,
      ])();
    }
    const inner = () => number(depth - 1);
    return pick([
      () => `(${inner()} ${pick(["+", "-", "*", "/", "//", "%"])} ${inner()})`,
      () => `(${inner()} ${pick(["+", "-", "*", "/", "//", "%"])} ${inner()})`,
      () => `${string(depth - 1)}|${pick(["int", "float", "length", "wordcount", "count"])}`,
      () => `${string(depth - 1)}|int(${int()})`,
      () =>
        `${inner()}|${pick(["int", "float", "abs", "round", "round(1)", "round(2)", "round(1, 'floor')", "round(0, 'ceil')", "round(-1)"])}`,
      () => `${string(depth - 1)}|replace('.', '')|replace(',', '.')|${pick(["int", "float"])}`,
      () => `${list(depth - 1)}|${pick(["sum", "min", "max", "length"])}`,
      () =>
        `products|map(attribute='price')|map('${pick(["int", "float", "length"])}')|${pick(["sum", "max", "min", "list", "join('+')"])}`,
      () => `(${pick(["2", "3", "10", "-2", "0"])} ** ${pick(["0", "1", "2", "10"])})`,
      () => `${string(depth - 1)}.${pick(["find", "count"])}(${text()})`,
    ])();
  }

  function list(depth) {
    if (depth <= 0 || chance(0.3)) {
      return pick([
        () => "products",
        () => `[${Array.from({ length: below(4) }, () => any(0)).join(", ")}]`,
        () => `range(${pick(["3", "0", "5", "1, 4", "5, 0, -2"])})`,
        () => `[${Array.from({ length: 1 + below(4) }, () => pick(numbers)).join(", ")}]`,
        () => `[${Array.from({ length: 1 + below(4) }, text).join(", ")}]`,
        () => `(${text()}, ${int()})`,
        () => "subscriber_name",
        name,
      ])();
    }
    const inner = () => list(depth - 1);
    const filter = () =>
      pick([
        ...["sort", "sort(reverse=true)", "unique", "reverse", "list", "batch(2)", "batch(2, 'x')"],
        ...["slice(2)", "slice(2, 0)", "map('upper')", "map('string')", "map('length')", "select"],
        ...["reject", "select('string')", "select('number')", "reject('none')", "select('odd')"],
        ...["sort(attribute='price')", "sort(attribute='name')", "map(attribute='name')"],
        ...["map(attribute='price')", "selectattr('old_price')", "rejectattr('old_price')"],
        ...[
          "selectattr('price', 'ne', '7')",
          "selectattr('name', 'in', ['a', 'A'])",
          "unique(attribute='name')",
        ],
        ...[
          "map('int')",
          "map('float')",
          "map('replace', 'a', 'b')",
          "map('first')",
          "map('default', 'x')",
        ],
        ...[
          "select('equalto', 'a')",
          "select('gt', 1)",
          "map(attribute='nope', default='-')",
          "sort(case_sensitive=true)",
        ],
        ...[
          "map(attribute='name.0')",
          "sort(attribute='name,price')",
          "map('title')",
          "select('in', 'abc')",
        ],
      ]);
    return pick([
      () => `${inner()}|${filter()}`,
      () => `${inner()}|${filter()}|list`,
      () => `${inner()}|${filter()}|${filter()}`,
      () => `products|${filter()}|list`,
      () => `${inner()}[${int()}:]`,
      () => `(${inner()} + ${inner()})`,
      () =>
        `${string(depth - 1)}.${pick(["split()", "split(',')", "splitlines()", "partition(',')", "split('a', 1)", "rsplit(None, 1)"])}`,
      () => `${string(depth - 1)}|list`,
      () =>
        `${dict(depth - 1)}|${pick(["dictsort", "items", "list", "dictsort(reverse=true)", "dictsort(by='value')"])}`,
      () => `${dict(depth - 1)}.${pick(["items()", "keys()", "values()", "items()|list"])}`,
      () => `products|groupby('${pick(["price", "name", "old_price"])}')|map(attribute=0)|list`,
    ])();
  }

  function dict(depth) {
    if (depth <= 0 || chance(0.4))
      return pick([
        "{}",
        "{'a': 1, 'b': 'x'}",
        "products[0]",
        "{1: 'a', true: 'b'}",
        "dict(a=1, b=2)",
      ]);
    return `{${text()}: ${any(depth - 1)}, 'k': ${any(depth - 1)}}`;
  }

  function condition(depth) {
    if (depth <= 0 || chance(0.2))
      return pick([() => "products", bool, () => "subscriber_name", name])();
    const inner = () => any(depth - 1);
    return pick([
      () => `${inner()} ${pick(["==", "!="])} ${inner()}`,
      () => `${number(depth - 1)} ${pick(["<", ">", "<=", ">="])} ${number(depth - 1)}`,
      () => `${string(depth - 1)} ${pick(["<", ">", "<=", ">="])} ${string(depth - 1)}`,
      () => `${number(0)} < ${number(depth - 1)} <= ${number(0)}`,
      () =>
        `${string(depth - 1)} ${pick(["in", "not in"])} ${chance(0.5) ? string(depth - 1) : list(depth - 1)}`,
      () =>
        `${inner()} is ${pick(["defined", "none", "string", "number", "iterable", "mapping", "sequence", "true", "boolean", "float", "integer", "not none", "upper", "lower", "escaped", "undefined", "not defined"])}`,
      () =>
        `${number(depth - 1)} is ${pick(["odd", "even", "divisibleby(2)", "divisibleby 3", "gt(1)", "eq 2", "not odd"])}`,
      () => `not ${condition(depth - 1)}`,
      () => `(${condition(depth - 1)} ${pick(["and", "or"])} ${condition(depth - 1)})`,
      () => `${string(depth - 1)}.${pick(["startswith", "endswith"])}(${text()})`,
      () =>
        `${string(depth - 1)}.${pick(["isdigit()", "isalpha()", "isupper()", "islower()", "isspace()", "isalnum()"])}`,
      () =>
        isInLoop
          ? pick([
              "loop.first",
              "loop.last",
              "not loop.last",
              "loop.changed(p.price)",
              "loop.previtem is defined",
              "loop.nextitem",
            ])
          : "products",
    ])();
  }

  function any(depth) {
    return pick([
      () => string(depth),
      () => string(depth),
      () => string(depth),
      () => number(depth),
      () => number(depth),
      () => list(depth),
      () => (chance(0.5) ? `(${condition(depth)})` : bool()),
      () => dict(depth - 1),
      name,
    ])();
  }

  const freshName = () => pick(["x", "y", `v${fresh++ % 3}`, "n"]);
  const data = () => pick(["", " ", "\n", "a", "<b>", "&", "x\n", "; ", "\n  ", "'\""]);
  const strip = () => (chance(0.1) ? "-" : "");

  function block(depth, count) {
    return Array.from({ length: 1 + below(count) }, () => data() + statement(depth) + data()).join(
      "",
    );
  }

  /** Makes a part in which new names are known, and forgets them after it. */
  function within(more, make) {
    const before = { names, macros, isInLoop };
    names = [...names, ...more];
    const made = make();
    ({ names, macros, isInLoop } = before);
    return made;
  }

  function statement(depth) {
    const print = () => `{{${strip()} ${any(3)} ${strip()}}}`;
    if (depth <= 0) return print();
    return pick([
      print,
      print,
      print,
      print,
      () =>
        `{%${strip()} if ${condition(2)} %}${within([], () => block(depth - 1, 2))}${chance(0.3) ? `{% elif ${condition(1)} %}${within([], () => block(depth - 1, 1))}` : ""}${chance(0.4) ? `{% else %}${within([], () => block(depth - 1, 1))}` : ""}{% endif ${strip()}%}`,
      () => {
        const values = pick([() => "products", () => "products", () => list(2)])();
        const test = chance(0.2) ? ` if ${within(["p"], () => condition(1))}` : "";
        const body = within(["p"], () => {
          isInLoop = true;
          return block(depth - 1, 3);
        });
        const other = chance(0.2) ? `{% else %}${block(depth - 1, 1)}` : "";
        return `{% for p in ${values}${test} %}${body}${other}{% endfor %}`;
      },
      () =>
        `{% for k, v in ${pick([() => `${dict(1)}.items()`, () => `${dict(1)}|dictsort`, () => "products|groupby('price')"])()} %}${within(["k", "v"], () => block(depth - 1, 2))}{% endfor %}`,
      () => {
        const target = freshName();
        const made = `{% set ${target} = ${any(2)} %}`;
        names = [...names, target];
        return made;
      },
      () => {
        const target = freshName();
        const made = `{% set ${target}${chance(0.2) ? ` | ${pick(["upper", "trim", "title", "length"])}` : ""} %}${within([], () => block(depth - 1, 2))}{% endset %}`;
        names = [...names, target];
        return made;
      },
      () => {
        const macro = pick(["m", "w"]);
        const body = within(["q", "r"], () => {
          if (chance(0.8)) isInLoop = false;
          return block(depth - 1, 2);
        });
        macros = [...macros, macro];
        return `{% macro ${macro}(q${chance(0.7) ? `, r=${any(1)}` : ", r"}) %}${body}${chance(0.2) ? "{{ caller() if caller }}" : ""}{% endmacro %}`;
      },
      () =>
        `{% with x = ${any(2)}${chance(0.4) ? `, y = ${any(1)}` : ""} %}${within(["x", "y"], () => block(depth - 1, 2))}{% endwith %}`,
      () =>
        `{% filter ${pick(["upper", "trim", "title", "lower", "replace('a', 'b')", "e", "striptags", "indent(2)", "capitalize"])} %}${within([], () => block(depth - 1, 2))}{% endfilter %}`,
      () =>
        `{% set ns = namespace(n=${any(1)}, s=${any(1)}) %}{% for p in products %}{% set ns.n = ${pick([() => "ns.n ~ p.name", () => "ns.n + 1", () => any(1)])()} %}{% endfor %}{{ ns.n }}${print()}`,
      () =>
        `{% set n = 0 %}{% for p in products %}{% set n = n + 1 %}${within(["n", "p"], () => block(depth - 1, 1))}{{ n }}{% endfor %}{{ n }}`,
      () =>
        macros.length > 0
          ? `{% call ${pick(macros)}(${any(1)}) %}${within([], () => block(depth - 1, 1))}{% endcall %}`
          : print(),
      () => `{% raw %}{{ ${data()} }}{% endraw %}{# ${data()} #}`,
    ])();
  }

  /** @returns {{ template: string, isHtml: boolean, variables: (typeof contexts)[number] }} */
  return () => {
    names = [];
    macros = [];
    isInLoop = false;
    const template = chance(0.5) ? data() + statement(0) : block(2, 3);
    return { template, isHtml: chance(0.7), variables: pick(contexts) };
  };
}
