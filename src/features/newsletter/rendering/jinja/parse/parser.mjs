// @ts-check

import { tokenize } from "./lexer.mjs";
import { ExpressionParser } from "./parse-expressions.mjs";

/** @typedef {import("./tree.mjs").Node} Node */
/** @typedef {import("./lexer.mjs").Token} Token */

/** Python does not accept more loops within loops. */
const deepest = 18;

/** Names that nothing can be assigned to. */
const reserved = /^(true|false|none|True|False|None|loop|caller|varargs|kwargs|self|super)$/;

/**
 * Reads a template.
 *
 * @param {string} source
 * @returns {Node} of the type `Template`
 * @throws {import("../../mistake.mjs").TemplateMistake}
 */
export function parse(source) {
  const parser = new Parser(tokenize(source));
  return { type: "Template", line: 1, body: parser.statements([]) };
}

class Parser extends ExpressionParser {
  /** The tags that are open. @type {{ name: string, line: number }[]} */
  open = [];

  /**
   * Reads texts and tags up to one of the given tags. Its name is the next token then.
   *
   * @param {readonly string[]} ends
   * @returns {Node[]}
   */
  statements(ends) {
    /** @type {Node[]} */
    const body = [];
    for (;;) {
      const { type, value, line } = this.next();
      if (type === "open") this.tagLine = line;
      if (type === "data") body.push({ type: "Text", line, text: value });
      else if (type === "open" && value === "{{") {
        body.push({ type: "Print", line, node: this.tuple() });
        this.expect("close");
      } else if (type === "open") {
        if (this.is("name") && ends.includes(this.look().value)) return body;
        body.push(this.statement());
        this.expect("close");
      } else {
        const unclosed = this.open.at(-1);
        if (unclosed) {
          this.fail(`{% ${unclosed.name} %} has no {% end${unclosed.name} %}.`, unclosed.line);
        }
        return body;
      }
    }
  }

  /** @returns {Node} */
  statement() {
    const { value: name, line } = this.expect("name");
    const read = this.readers[name];
    if (!read) return this.fail(`{% ${name} %} is not known here.`, line);
    this.open.push({ name, line });
    if (this.open.length > deepest) this.fail("There are too many tags within tags.", line);
    const node = read(line);
    this.open.pop();
    return node;
  }

  /** @type {Readonly<Record<string, (line: number) => Node>>} */
  readers = Object.assign(Object.create(null), {
    if: (/** @type {number} */ line) => this.if(line),
    for: (/** @type {number} */ line) => this.for(line),
    set: (/** @type {number} */ line) => this.set(line),
    with: (/** @type {number} */ line) => this.with(line),
    macro: (/** @type {number} */ line) => this.macro(line),
    call: (/** @type {number} */ line) => this.callBlock(line),
    filter: (/** @type {number} */ line) => this.filterBlock(line),
    print: (/** @type {number} */ line) => this.print(line),
  });

  /** Reads the rest of a tag's first part, and what follows up to an end. @param {...string} ends */
  body(...ends) {
    this.skip("operator", ":");
    this.expect("close");
    return this.statements(ends);
  }

  /** The same for a tag with one end. @param {string} end */
  wholeBody(end) {
    const body = this.body(end);
    this.next();
    return body;
  }

  /** @param {number} line @returns {Node} */
  if(line) {
    /** @type {{ test: Node, body: Node[] }[]} */
    const branches = [];
    for (;;) {
      const test = this.tuple({ part: () => this.or() });
      branches.push({ test, body: this.body("elif", "else", "endif") });
      const { value } = this.next();
      if (value === "elif") continue;
      const other = value === "else" ? this.wholeBody("endif") : [];
      return { type: "If", line, branches, other };
    }
  }

  /** @param {number} line @returns {Node} */
  for(line) {
    const target = this.target(["in"]);
    this.expect("name", "in");
    const values = this.tuple({ part: () => this.or(), ends: ["recursive"] });
    const test = this.skip("name", "if") ? this.expression() : null;
    if (this.is("name", "recursive")) this.fail("A recursive loop is not supported.");
    const body = this.body("endfor", "else");
    const other = this.next().value === "else" ? this.wholeBody("endfor") : [];
    return { type: "For", line, target, values, test, body, other };
  }

  /** @param {number} line @returns {Node} */
  set(line) {
    const isField = this.look(1).type === "operator" && this.look(1).value === ".";
    const target = isField ? this.field() : this.target();
    if (this.skip("operator", "=")) return { type: "Set", line, target, value: this.tuple() };
    const filter = this.isOperator("|") ? this.filter({ type: "Body", line }) : null;
    return { type: "SetBlock", line, target, filter, body: this.wholeBody("endset") };
  }

  /** @returns {Node} */
  field() {
    const { value: name, line } = this.expect("name");
    this.next();
    return { type: "Field", line, name, field: this.expect("name").value };
  }

  /** @param {number} line @returns {Node} */
  with(line) {
    /** @type {{ target: Node, value: Node }[]} */
    const pairs = [];
    while (!this.is("close")) {
      if (pairs.length > 0) this.expect("operator", ",");
      const target = this.target();
      this.expect("operator", "=");
      pairs.push({ target, value: this.expression() });
    }
    return { type: "With", line, pairs, body: this.wholeBody("endwith") };
  }

  /** @param {number} line @returns {Node} */
  macro(line) {
    const { name } = this.name();
    return { type: "Macro", line, name, ...this.parameters(), body: this.wholeBody("endmacro") };
  }

  /** @param {number} line @returns {Node} */
  callBlock(line) {
    const parameters = this.isOperator("(") ? this.parameters() : { args: [], defaults: [] };
    const call = this.expression();
    if (call.type !== "Call") this.fail();
    return {
      type: "CallBlock",
      line,
      call,
      name: null,
      ...parameters,
      body: this.wholeBody("endcall"),
    };
  }

  /** @returns {{ args: string[], defaults: Node[] }} */
  parameters() {
    this.expect("operator", "(");
    /** @type {string[]} */
    const args = [];
    /** @type {Node[]} */
    const defaults = [];
    while (!this.isOperator(")")) {
      if (args.length > 0) this.expect("operator", ",");
      const { name } = this.name();
      if (args.includes(name)) this.fail();
      args.push(name);
      if (this.skip("operator", "=")) defaults.push(this.expression());
      else if (defaults.length > 0) this.fail();
    }
    this.next();
    return { args, defaults };
  }

  /** @param {number} line @returns {Node} */
  filterBlock(line) {
    const filter = this.filter(null);
    return { type: "FilterBlock", line, filter, body: this.wholeBody("endfilter") };
  }

  /** @param {number} line @returns {Node} */
  print(line) {
    /** @type {Node[]} */
    const nodes = [];
    while (!this.is("close")) {
      if (nodes.length > 0) this.expect("operator", ",");
      nodes.push(this.expression());
    }
    return { type: "PrintAll", line, nodes };
  }

  /** Reads the name or the names that are assigned to. @param {readonly string[]} [ends] @returns {Node} */
  target(ends = []) {
    const node = this.tuple({ part: () => this.primary(), ends });
    this.checkTarget(node);
    return node;
  }

  /** @param {Node} node */
  checkTarget(node) {
    if (node.type === "Tuple") for (const item of node.items) this.checkTarget(item);
    else if (node.type !== "Name" || reserved.test(node.name))
      this.fail("Nothing can be assigned to this.", node.line);
  }

  /** @returns {Node} */
  name() {
    const { value: name, line } = this.expect("name");
    if (reserved.test(name)) this.fail("Nothing can be assigned to this.", line);
    return { type: "Name", line, name };
  }
}
