import { randomFrom } from "./random.mjs";
import { contexts, numbers, words } from "./samples.mjs";

/**
 * Returns a function that makes random templates: most of them right, of all that a newsletter may
 * use, and some with values of the wrong kind.
 *
 * @param {number} seed
 */
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
      () => (isInLoop ? `loop.${pick(["previtem", "nextitem"])}.${field()}` : inner()),
      () => `(${inner()}|${pick(["safe", "e"])} ${pick(["+", "~"])} ${inner()})`,
      () =>
        `(${inner()}|safe).${pick(["replace", "strip", "join", "format", "split", "partition", "startswith", "count", "center"])}(${any(depth - 1)}${chance(0.4) ? `, ${inner()}` : ""})`,
      () => `[${inner()}, ${inner()}|safe, ${inner()}]|join(${chance(0.7) ? inner() : ""})`,
      () =>
        `('${pick(["%5.1f", "%-8.3fx", "%+.0f", "% d", "%03d", "%i", "%5s|", "%-5s|", "%.2s", "%r", "%s"])}' % ${any(depth - 1)})`,
      () =>
        `'{${pick(["", "0", ":<8", ":>8.2f", ":^9", ":+d", ":,.2f", ":06.2f", ":*^7", ":.3s", "!s:>5", ":_", ":f", ":d"])}}'.format(${any(depth - 1)})`,
      () => `${inner()}|replace(${inner()}, ${inner()}|e)`,
      () =>
        `${dict(depth - 1)}.${pick(["get('a')", "get('k', 'x')", "get('zz', none)", "a", "k"])}`,
      () => `${dict(depth - 1)}[${pick(["'a'", "'k'", "1", "1.0", "true", "none"])}]`,
      () => `(${list(depth - 1)})[${int()}]`,
      () => `${list(depth - 1)}|${pick(["first", "last", "min", "max"])}`,
      () => `${inner()}|attr(${pick(["'upper'", "'name'", "'title'"])})${chance(0.7) ? "()" : ""}`,
      () => pick(["joiner(', ')()", "cycler('a', 'b').next()", "cycler(1, 2).current"]),
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
        () => `${below(1000)}.${below(10_000)}`,
        () => `${below(10)}.${below(10)}${pick(["5", "25", "05", "45"])}`,
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
      () =>
        `${inner()}|round(${pick(["0", "1", "2", "3", "-1", "-2"])}${chance(0.3) ? `, ${pick(["'ceil'", "'floor'", "'common'", "method='ceil'"])}` : ""})`,
      () => `${pick(["+", "-"])}${inner()}`,
      () => `${list(depth - 1)}.${pick(["index", "count"])}(${any(0)})`,
      () => `[${any(0)}, ${any(0)}].${pick(["pop()", "pop(0)", "index(1)"])}`,
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
          ...["map('round', 1)", "map('truncate', 3, true)", "map('e')", "select('mapping')"],
          ...["map('center', 5)", "batch(3, none)", "slice(3)", "select('lt', 5)", "map('abs')"],
          ...["sort(true)", "sort(false, true)", "unique(true)", "selectattr('price', 'gt', '2')"],
          ...[
            "groupby('name')",
            "groupby(0)",
            "sum(start=1)",
            "map(attribute='price', default='')",
          ],
          ...["map('join', '-')", "map('striptags')", "map('d', 'z', true)", "select('iterable')"],
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
      () => `(${inner()} * ${int()})`,
      () => `${inner()}[::${int()}]`,
      () => `[${any(depth - 1)}, ${any(depth - 1)}]`,
      () => `(${any(depth - 1)}, ${any(depth - 1)},)`,
      () =>
        `${dict(depth - 1)}|${pick(["dictsort", "items", "list", "dictsort(reverse=true)", "dictsort(by='value')"])}`,
      () => `${dict(depth - 1)}.${pick(["items()", "keys()", "values()", "items()|list"])}`,
      () => `products|groupby('${pick(["price", "name", "old_price"])}')|map(attribute=0)|list`,
    ])();
  }

  function dict(depth) {
    if (depth <= 0 || chance(0.4))
      return pick([
        "{(1, 2): 'x', none: 1}",
        "{1: 'a', 1.0: 'b', 'a': 'c'}",
        "dict([('a', 1)], b='<')",
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
      () => {
        const target = pick(["subscriber_name", "products", "x", "p"]);
        const set = (value) => `{% set ${target} = ${value} %}`;
        const elif = chance(0.4) ? `{% elif ${condition(0)} %}${set(any(0))}` : "";
        const other = chance(0.4) ? `{% else %}${set(any(0))}` : "";
        return `{% if ${condition(1)} %}${set(any(1))}${elif}${other}{% endif %}{{ ${target} }}`;
      },
      () => {
        const values = pick([
          ...["[(1, 2), (3, 4)]", "{'x': 1}.items()", "['ab', 'cd']"],
          "products|map(attribute='name')|batch(2)",
        ]);
        const ofLoop = pick(["", "{{ loop.length }}", "{{ loop.last }}", "{{ loop.revindex }}"]);
        const body = within(["a", "b"], () => {
          isInLoop = false;
          return block(depth - 1, 1);
        });
        return `{% for a, b in ${values} %}${body}{{ loop.index }}${ofLoop}{% endfor %}`;
      },
      () => {
        const ofLoop = pick(["length", "revindex", "last", "first", "index0"]);
        const body = within(["c", "d"], print);
        return `{% for c in ${list(2)} %}{{ loop.${ofLoop} }}{{ c }}{% for d in ${list(1)} %}{{ loop.index }}${body}{% endfor %}{{ loop.index }}{% endfor %}`;
      },
      () => {
        const body = within(["c", "t"], print);
        return `{% for c in ${list(1)} %}{% macro z(t=c) %}{{ t }}{{ c }}{{ x }}${body}{% endmacro %}{{ z() }}{{ z(${any(1)}) }}{% set x = c %}{% endfor %}`;
      },
      () => {
        const specials = [
          "{{ varargs }}",
          "{{ kwargs }}",
          "{{ varargs|join('+') }}{{ kwargs }}",
          "",
        ];
        const given = ["", "1", "1, 2", "1, 2, z=3", "a=4", "z=1", "*[1, 2]", "**{'a': 1}"];
        return `{% macro k(a) %}{{ a }}${pick(specials)}{% endmacro %}{{ k(${pick(given)}) }}`;
      },
      () => {
        const body = within(["q", "r"], () => block(depth - 1, 1));
        return `{% macro o(a) %}[{{ caller(a, 2) }}]{% endmacro %}{% call(q, r=3) o(${any(1)}) %}${body}{% endcall %}`;
      },
      () => {
        const values = pick([`${any(1)}, ${any(1)}`, "[1, 2]", string(0), "(3, 4)"]);
        return `{% set a, b = ${values} %}{{ a }}{{ b }}`;
      },
      () =>
        `{% set l = [] %}{% for p in products %}{% set _ = l.append(${within(["p"], () => any(1))}) %}{% endfor %}{{ l }}{{ l|join }}`,
      () =>
        `{% set j = joiner(${text()}) %}{% for p in products %}{{ j() }}{{ p.name }}{% endfor %}`,
      () =>
        `{%+ if true -%} ${data()} {%- endif +%} ${data()} {#- ${data()} -#} {%- print ${any(1)}, ${any(0)} %}`,
      () => "{%- raw -%} {{ x }} {% if %} {%- endraw -%}",
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
