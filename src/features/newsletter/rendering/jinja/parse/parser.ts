import { tokenize } from "./lexer";
import { ExpressionParser } from "./parse-expressions";
import type { Node } from "./tree";

/** Python does not accept more loops within loops. */
const deepest = 18;

/** Names that nothing can be assigned to. */
const reserved = /^(true|false|none|True|False|None|loop|caller|varargs|kwargs|self|super)$/;

/** Reads a template: returns a node of the type `Template`, or throws a `TemplateMistake`. */
export function parse(source: string): Node {
  const parser = new Parser(tokenize(source));
  return { type: "Template", line: 1, body: parser.statements([]) };
}

class Parser extends ExpressionParser {
  /** The tags that are open. */
  open: { name: string; line: number }[] = [];

  /** Reads texts and tags up to one of the given tags. Its name is the next token then. */
  statements(ends: readonly string[]): Node[] {
    const body: Node[] = [];
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

  statement(): Node {
    const { value: name, line } = this.expect("name");
    const read = this.readers[name];
    if (!read) return this.fail(`{% ${name} %} is not known here.`, line);
    this.open.push({ name, line });
    if (this.open.length > deepest) this.fail("There are too many tags within tags.", line);
    const node = read(line);
    this.open.pop();
    return node;
  }

  readers: Readonly<Record<string, (line: number) => Node>> = Object.assign(Object.create(null), {
    if: (line: number) => this.if(line),
    for: (line: number) => this.for(line),
    set: (line: number) => this.set(line),
    with: (line: number) => this.with(line),
    macro: (line: number) => this.macro(line),
    call: (line: number) => this.callBlock(line),
    filter: (line: number) => this.filterBlock(line),
    print: (line: number) => this.print(line),
  });

  /** Reads the rest of a tag's first part, and what follows up to an end. */
  body(...ends: string[]) {
    this.skip("operator", ":");
    this.expect("close");
    return this.statements(ends);
  }

  /** The same for a tag with one end. */
  wholeBody(end: string) {
    const body = this.body(end);
    this.next();
    return body;
  }

  if(line: number): Node {
    const branches: { test: Node; body: Node[] }[] = [];
    for (;;) {
      const test = this.tuple({ part: () => this.or() });
      branches.push({ test, body: this.body("elif", "else", "endif") });
      const { value } = this.next();
      if (value === "elif") continue;
      const other = value === "else" ? this.wholeBody("endif") : [];
      return { type: "If", line, branches, other };
    }
  }

  for(line: number): Node {
    const target = this.target(["in"]);
    this.expect("name", "in");
    const values = this.tuple({ part: () => this.or(), ends: ["recursive"] });
    const test = this.skip("name", "if") ? this.expression() : null;
    if (this.is("name", "recursive")) this.fail("A recursive loop is not supported.");
    const body = this.body("endfor", "else");
    const other = this.next().value === "else" ? this.wholeBody("endfor") : [];
    return { type: "For", line, target, values, test, body, other };
  }

  set(line: number): Node {
    const target = this.is("operator", ".", 1) ? this.field() : this.target();
    if (this.skip("operator", "=")) return { type: "Set", line, target, value: this.tuple() };
    const filter = this.isOperator("|") ? this.filter({ type: "Body", line }) : null;
    return { type: "SetBlock", line, target, filter, body: this.wholeBody("endset") };
  }

  field(): Node {
    const { value: name, line } = this.expect("name");
    this.next();
    return { type: "Field", line, name, field: this.expect("name").value };
  }

  with(line: number): Node {
    const pairs: { target: Node; value: Node }[] = [];
    while (!this.is("close")) {
      if (pairs.length > 0) this.expect("operator", ",");
      const target = this.target();
      this.expect("operator", "=");
      pairs.push({ target, value: this.expression() });
    }
    return { type: "With", line, pairs, body: this.wholeBody("endwith") };
  }

  macro(line: number): Node {
    const { name } = this.name();
    return { type: "Macro", line, name, ...this.parameters(), body: this.wholeBody("endmacro") };
  }

  callBlock(line: number): Node {
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

  parameters(): { args: string[]; defaults: Node[] } {
    this.expect("operator", "(");
    const args: string[] = [];
    const defaults: Node[] = [];
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

  filterBlock(line: number): Node {
    const filter = this.filter(null);
    return { type: "FilterBlock", line, filter, body: this.wholeBody("endfilter") };
  }

  print(line: number): Node {
    const nodes: Node[] = [];
    while (!this.is("close")) {
      if (nodes.length > 0) this.expect("operator", ",");
      nodes.push(this.expression());
    }
    return { type: "PrintAll", line, nodes };
  }

  /** Reads the name or the names that are assigned to. */
  target(ends: readonly string[] = []): Node {
    const node = this.tuple({ part: () => this.primary(), ends });
    this.checkTarget(node);
    return node;
  }

  checkTarget(node: Node) {
    if (node.type === "Tuple") for (const item of node.items) this.checkTarget(item);
    else if (node.type !== "Name" || reserved.test(node.name))
      this.fail("Nothing can be assigned to this.", node.line);
  }

  name(): Node {
    const { value: name, line } = this.expect("name");
    if (reserved.test(name)) this.fail("Nothing can be assigned to this.", line);
    return { type: "Name", line, name };
  }
}
