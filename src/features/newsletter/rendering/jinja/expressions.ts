import { refuse, TemplateMistake } from "../mistake";
import { compute, signed } from "./arithmetic";
import { contains, isTrue, listOf, slice } from "./collections";
import { compare, equal } from "./comparing";
import { applyFilter, type Context, needsNames } from "./filters/filters";
import { escaped, softText, textOf } from "./format/printing";
import { item, member } from "./members";
import type { Node } from "./parse/tree";
import { applyTest } from "./tests";
import { limited } from "./text";
import {
  Callable,
  Dict,
  demand,
  isText,
  kindOf,
  Markup,
  type Named,
  plain,
  Tuple,
  Undefined,
  type Value,
} from "./values";
import type { Variables } from "./variables";

/** Thrown while a part is computed ahead that depends on what is rendered. */
const notAhead = Symbol("not ahead");

/** Computes the expressions of a template. */
export class Expressions {
  computedAhead: Map<Node, { value: Value } | null> = new Map();
  isAhead = false;
  /** The text of the block around `{% filter %}` or a filter of `{% set %}`. */
  body: Value = "";

  /** True if values are escaped. */
  readonly isHtml: boolean;
  readonly context: Context;

  constructor(isHtml: boolean) {
    this.isHtml = isHtml;
    this.context = {
      isHtml,
      filter: (name, value, args, named) => applyFilter(this.context, name, value, args, named),
      test: applyTest,
    };
  }

  evaluate(node: Node, variables: Variables): Value {
    try {
      return this.valueOf(node, variables);
    } catch (error) {
      if (error instanceof TemplateMistake) error.line ??= node.line;
      throw error;
    }
  }

  valueOf(node: Node, variables: Variables): Value {
    const of = (part: Node) => this.evaluate(part, variables);
    switch (node.type) {
      case "Constant":
        return node.value;
      case "Name":
        return this.name(node, variables);
      case "List":
        return node.items.map(of);
      case "Tuple":
        return new Tuple(node.items.map(of));
      case "Dict":
        return new Dict(
          node.pairs.map(({ key, value }: { key: Node; value: Node }) => [of(key), of(value)]),
        );
      case "Condition":
        return this.condition(node, variables);
      case "Logic": {
        const left = of(node.left);
        return isTrue(left) === (node.word === "or") ? left : of(node.right);
      }
      case "Not":
        return !isTrue(of(node.node));
      case "Comparison":
        return this.comparison(node, variables);
      case "Operation":
        return compute(node.operator, of(node.left), of(node.right));
      case "Sign":
        return signed(node.sign, of(node.node));
      case "Concatenation":
        return this.concatenation(node, variables);
      case "Member":
        return member(of(node.node), node.name);
      case "Item":
        return item(of(node.node), of(node.key));
      case "Slice": {
        const value = of(node.node);
        const [start, stop, step] = [node.start, node.stop, node.step].map((limit) =>
          limit ? of(limit) : null,
        );
        return slice(value, start, stop, step);
      }
      case "Filter":
        return this.filter(node, variables);
      case "Test": {
        const value = of(node.node);
        return applyTest(node.name, value, ...this.arguments(node, variables));
      }
      case "Call":
        return this.call(node, variables);
      case "Body":
        if (this.isAhead) throw notAhead;
        return this.body;
      default:
        return refuse("This tag cannot be understood.");
    }
  }

  name(node: Node, variables: Variables): Value {
    if (this.isAhead) throw notAhead;
    if (node.id === undefined) return refuse(`The name "${node.name}" cannot be used here.`);
    const value = variables.get(node.id);
    return value === undefined ? new Undefined(`"${node.name}" has no value here.`) : value;
  }

  condition({ test, value, other }: Node, variables: Variables): Value {
    if (isTrue(this.evaluate(test, variables))) return this.evaluate(value, variables);
    if (other) return this.evaluate(other, variables);
    if (this.isAhead) throw notAhead;
    return new Undefined("The condition is false, and there is no else.");
  }

  comparison({ first, rest }: Node, variables: Variables) {
    let left = this.evaluate(first, variables);
    for (const { operator, node } of rest) {
      const right = this.evaluate(node, variables);
      if (!holds(operator, left, right)) return false;
      left = right;
    }
    return true;
  }

  concatenation(node: Node, variables: Variables): Value {
    const ahead = this.isAhead ? null : this.ahead(node, variables);
    if (ahead) return ahead.value;
    const parts = node.nodes.map((part: Node) => this.evaluate(part, variables));
    if (this.isAhead || !this.isHtml) return limited(parts.map(textOf).join(""));
    const texts = parts.map(softText);
    return texts.some((text: Value) => text instanceof Markup)
      ? new Markup(limited(texts.map((text: Value) => escaped(text).text).join("")))
      : limited(texts.join(""));
  }

  /**
   * Jinja2 computes constant parts before it renders. What `~` makes there is never HTML, even of
   * parts that are.
   */
  ahead(node: Node, variables: Variables) {
    const known = this.computedAhead.get(node);
    if (known !== undefined) return known;
    let result = null;
    this.isAhead = true;
    try {
      result = { value: this.evaluate(node, variables) };
    } catch (error) {
      if (error !== notAhead && !(error instanceof TemplateMistake)) throw error;
    } finally {
      this.isAhead = false;
    }
    this.computedAhead.set(node, result);
    return result;
  }

  arguments(
    { args, named, allArgs, allNamed }: Node,
    variables: Variables,
  ): [args: Value[], named: Named] {
    const values = args.map((arg: Node) => this.evaluate(arg, variables));
    const byName: Named = new Map();
    for (const { name, node } of named) byName.set(name, this.evaluate(node, variables));
    if (allArgs) values.push(...listOf(this.evaluate(allArgs, variables)));
    if (allNamed) {
      const more = this.evaluate(allNamed, variables);
      if (!(more instanceof Dict)) return refuse("** needs a record.");
      for (const [key, value] of more.entries.values()) {
        if (!isText(key) || byName.has(plain(key))) refuse("** needs other names.");
        byName.set(textOf(key), value);
      }
    }
    return [values, byName];
  }

  filter(node: Node, variables: Variables): Value {
    if (this.isAhead && needsNames(node.name)) throw notAhead;
    const value = this.evaluate(node.node, variables);
    return applyFilter(this.context, node.name, value, ...this.arguments(node, variables));
  }

  /** `caller` is that of `{% call %}`. */
  call(node: Node, variables: Variables, caller?: Value): Value {
    if (this.isAhead) throw notAhead;
    const called = this.evaluate(node.node, variables);
    const [args, named] = this.arguments(node, variables);
    demand(called);
    if (!(called instanceof Callable))
      return refuse(`There is nothing to call in ${kindOf(called)}.`);
    if (caller) {
      if (named.has("caller")) refuse("There is a caller already.");
      named.set("caller", caller);
    }
    return called.call(args, named);
  }
}

function holds(operator: string, left: Value, right: Value): boolean {
  switch (operator) {
    case "==":
      return equal(left, right);
    case "!=":
      return !equal(left, right);
    case "in":
      return contains(right, left);
    case "not in":
      return !contains(right, left);
    case "<":
      return compare(left, right) < 0;
    case "<=":
      return compare(left, right) <= 0;
    case ">":
      return compare(left, right) > 0;
    default:
      return compare(left, right) >= 0;
  }
}
