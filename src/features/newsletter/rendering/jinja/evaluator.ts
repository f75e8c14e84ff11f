import { refuse, TemplateMistake } from "../mistake";
import { each, isTrue, listOf } from "./collections";
import { Expressions } from "./expressions";
import { escaped, textOf } from "./format/printing";
import { Loop } from "./loop";
import type { Node } from "./parse/tree";
import { limited } from "./text";
import {
  Callable,
  Dict,
  isText,
  Markup,
  type Named,
  Namespace,
  type Piece,
  Stream,
  Tuple,
  Undefined,
  type Value,
} from "./values";
import { Variables } from "./variables";

/** Python gives up at about 1,000 calls within calls, four of which each macro takes. */
const deepest = 150;

/** Renders the statements of a template. */
export class Evaluator extends Expressions {
  depth = 0;

  render(template: Node, given: ReadonlyMap<string, Value>): Piece[] {
    const variables = new Variables(given);
    variables.enter(template.scope);
    return this.block(template.body, variables);
  }

  block(body: readonly Node[], variables: Variables): Piece[] {
    const output = new Output();
    this.runAll(body, variables, output);
    return output.pieces;
  }

  runAll(body: readonly Node[], variables: Variables, output: Output) {
    for (const node of body) {
      try {
        this.run(node, variables, output);
      } catch (error) {
        if (error instanceof TemplateMistake) error.line ??= node.line;
        throw error;
      }
    }
  }

  run(node: Node, variables: Variables, output: Output) {
    switch (node.type) {
      case "Text":
        return output.add({ text: node.text, line: node.line, isSource: true });
      case "Print":
        return this.print(this.evaluate(node.node, variables), node.line, output);
      case "PrintAll":
        for (const part of node.nodes)
          this.print(this.evaluate(part, variables), node.line, output);
        return;
      case "If":
        return this.if(node, variables, output);
      case "For":
        return this.for(node, variables, output);
      case "Set":
        return this.assign(node.target, this.evaluate(node.value, variables), variables);
      case "SetBlock":
        return this.setBlock(node, variables);
      case "With":
        return this.with(node, variables, output);
      case "Macro":
        return variables.set(node.id, this.macro(node, variables));
      case "CallBlock":
        return this.print(
          this.call(node.call, variables, this.macro(node, variables)),
          node.line,
          output,
          true,
        );
      case "FilterBlock": {
        variables.enter(node.scope);
        this.body = this.textOfBlock(this.block(node.body, variables));
        const value = this.evaluate(node.filter, variables);
        this.print(value, node.line, output, true);
        return variables.leave(node.scope);
      }
      default:
        return refuse("This tag cannot be understood.");
    }
  }

  /** `isBlock`: what `{% call %}` and `{% filter %}` make is not escaped. */
  print(value: Value, line: number, output: Output, isBlock = false) {
    if (isBlock && !isText(value)) refuse("The result of this block is no text.");
    if (value instanceof Undefined && value.isMember) refuse("This tag has no value.");
    if (value instanceof Markup && value.pieces) return output.addAll(value.pieces);
    const text = this.isHtml && !isBlock ? escaped(value).text : textOf(value);
    output.add({ text, line, isSource: false });
  }

  /** Joins the pieces of a `{% set %}` or `{% filter %}` block. */
  textOfBlock(pieces: readonly Piece[]): string | Markup {
    const text = limited(pieces.map((piece) => piece.text).join(""));
    return this.isHtml ? new Markup(text, pieces) : text;
  }

  if({ branches, other }: Node, variables: Variables, output: Output) {
    for (const { test, body } of branches) {
      if (isTrue(this.evaluate(test, variables))) return this.runAll(body, variables, output);
    }
    this.runAll(other, variables, output);
  }

  for(node: Node, variables: Variables, output: Output) {
    const given = this.evaluate(node.values, variables);
    const values = node.test ? new Stream(this.chosen(node, given, variables)) : given;
    const loop = new Loop(values);
    let isEmpty = true;
    while (loop.advance()) {
      isEmpty = false;
      this.assign(node.target, loop.current, variables);
      if (node.usesLoop) variables.set(node.loopId, loop);
      variables.enter(node.scope);
      this.runAll(node.body, variables, output);
    }
    variables.leave(node.scope);
    if (!isEmpty) return;
    variables.enter(node.otherScope);
    this.runAll(node.other, variables, output);
    variables.leave(node.otherScope);
  }

  /** The values that the `if` of a loop lets through. */
  *chosen(node: Node, values: Value, outer: Variables) {
    const variables = new Variables(outer.given, outer);
    variables.enter(node.testScope);
    for (const value of each(values)) {
      this.assign(node.testTarget, value, variables);
      if (isTrue(this.evaluate(node.test, variables))) yield value;
    }
  }

  assign(target: Node, value: Value, variables: Variables) {
    if (target.type === "Name") return variables.set(target.id, value);
    if (target.type === "Field") {
      const space = variables.get(target.id);
      if (!(space instanceof Namespace)) {
        return refuse(`"${target.name}" is no namespace, so its fields cannot be set.`);
      }
      return space.fields.set(target.field, value);
    }
    const values = listOf(value);
    if (values.length !== target.items.length) {
      refuse(`There are ${values.length} values for ${target.items.length} names.`);
    }
    for (const [at, item] of target.items.entries()) this.assign(item, values[at], variables);
  }

  setBlock(node: Node, variables: Variables) {
    variables.enter(node.scope);
    const text = this.textOfBlock(this.block(node.body, variables));
    this.body = text;
    const value = node.filter ? this.evaluate(node.filter, variables) : text;
    const isRaised = this.isHtml && !(value instanceof Markup);
    variables.leave(node.scope);
    this.assign(node.target, isRaised ? new Markup(textOf(value)) : value, variables);
  }

  with(node: Node, variables: Variables, output: Output) {
    variables.enter(node.scope);
    for (const { target, value } of node.pairs) {
      this.assign(target, this.evaluate(value, variables), variables);
    }
    this.runAll(node.body, variables, output);
    variables.leave(node.scope);
  }

  macro(node: Node, outer: Variables): Callable {
    return new Callable(node.name ?? "caller", (args, named) => {
      if (++this.depth > deepest) refuse("The template calls itself without end.");
      const variables = new Variables(outer.given, outer);
      this.setParameters(node, args, new Map(named), variables);
      const pieces = this.block(node.body, variables);
      this.depth--;
      return this.textOfBlock(pieces);
    });
  }

  setParameters(node: Node, args: readonly Value[], named: Named, variables: Variables) {
    const name = node.name ?? "caller";
    const missing: string[] = [];
    for (const [at, parameter] of node.args.entries()) {
      const id = node.argIds[at];
      if (at < args.length) variables.set(id, args[at]);
      else if (named.has(parameter)) {
        variables.set(id, named.get(parameter));
        named.delete(parameter);
      } else missing.push(parameter);
    }
    const caller = named.get("caller");
    if (node.specials.includes("caller")) named.delete("caller");
    const specials: Readonly<Record<string, () => Value>> = {
      caller: () => caller ?? new Undefined("There is no caller."),
      kwargs: () => new Dict(named),
      varargs: () => new Tuple(args.slice(node.args.length)),
    };
    for (const [at, special] of node.specials.entries()) {
      variables.set(node.specialIds[at], specials[special]?.());
    }
    const [unknown] = named.keys();
    if (unknown !== undefined && !node.specials.includes("kwargs")) {
      refuse(`The macro "${name}" has no argument "${unknown}".`);
    }
    if (args.length > node.args.length && !node.specials.includes("varargs")) {
      refuse(`The macro "${name}" gets too many arguments.`);
    }
    variables.enter(node.scope);
    for (const parameter of missing) {
      const at = node.args.indexOf(parameter);
      const other = node.defaults[node.defaults.length - node.args.length + at];
      const value = other
        ? this.evaluate(other, variables)
        : new Undefined(`The argument "${parameter}" was not given.`);
      variables.set(node.argIds[at], value);
    }
  }
}

/** Collects what a template prints. */
class Output {
  pieces: Piece[] = [];
  length = 0;

  add(piece: Piece) {
    this.length += piece.text.length;
    if (this.length > 4_000_000) refuse("The text gets too large.");
    if (piece.text !== "") this.pieces.push(piece);
  }

  addAll(pieces: readonly Piece[]) {
    for (const piece of pieces) this.add(piece);
  }
}
