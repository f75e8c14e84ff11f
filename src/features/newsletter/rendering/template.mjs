// @ts-check
import { Environment, Interpreter } from "@huggingface/jinja";
import { messageOf, parseWithLines, TemplateMistake, unmark, withoutMarks } from "./lines.mjs";
import { checkNames } from "./names.mjs";

/**
 * Fills a Jinja-style template. The interpreter has no access to JavaScript's objects or code, so a
 * template sees only the variables. An unknown name is a mistake, never an empty text.
 *
 * @param {string} source
 * @param {Readonly<Record<string, unknown>>} variables texts, and lists of records of texts
 * @param {(text: string) => string} print escapes the text of a value
 * @returns {{ text: string, lines: number[] }} `lines` gives the source line of each line
 *   of the text
 * @throws {TemplateMistake}
 */
export function fill(source, variables, print) {
  const program = read(source, Object.keys(variables));
  const environment = new Environment();
  for (const [name, value] of Object.entries({ ...constants, ...variables })) {
    environment.set(name, value);
  }
  environment.set("range", range);
  return withoutMarks(new Printer(environment, print).print(program));
}

const constants = { true: true, false: false, none: null, True: true, False: false, None: null };
const globals = [...Object.keys(constants), "range", "namespace", "loop"];

/** @param {number} start @param {number} [stop] @param {number} [step] */
function range(start, stop, step = 1) {
  const [from, to] = stop === undefined ? [0, start] : [start, stop];
  const length = Math.max(0, Math.ceil((to - from) / step));
  if (!(length <= 1000)) throw new Error("range() makes at most 1,000 numbers.");
  return Array.from({ length }, (_, index) => from + index * step);
}

/** Caches the last programs, because a newsletter fills the same two templates again and again. */
const known = new Map();

/** @param {string} source @param {readonly string[]} variables */
function read(source, variables) {
  const before = known.get(source);
  if (before) return before;
  const program = parseWithLines(source);
  checkNames(program, [...variables, ...globals]);
  if (known.size >= 4) known.clear();
  known.set(source, program);
  return program;
}

/**
 * Escapes every value through `print`, but not the template's own output. That is tracked in
 * `rendered`, so that a macro or a `{% set %}` block is not escaped twice.
 */
// @ts-expect-error The overridden methods are declared private in `Interpreter`.
class Printer extends Interpreter {
  /** @type {number | null} */
  line = null;
  /** True inside the block of a `{% set %}`: the text of a value has no line marks. */
  unmarked = false;
  rendered = new WeakSet();

  /** @param {Environment} environment @param {(text: string) => string} print */
  constructor(environment, print) {
    super(environment);
    this.printed = print;
  }

  /** @param {any} program */
  print(program) {
    try {
      return String(this.run(program).value);
    } catch (error) {
      if (error instanceof TemplateMistake) throw error;
      throw new TemplateMistake(sentence(messageOf(error)), this.line);
    }
  }

  /**
   * @override
   * @param {any} node
   * @param {Environment} environment
   */
  evaluate(node, environment) {
    if (node?.type === "Comment") this.line = Number(node.value) || null;
    if (node?.type !== "Set" || node.value) return super.evaluate(node, environment);
    const before = this.unmarked;
    this.unmarked = true;
    try {
      return super.evaluate(node, environment);
    } finally {
      this.unmarked = before;
    }
  }

  /**
   * Evaluates every run of text and tags, the whole template too.
   *
   * @override
   * @param {any[]} nodes
   * @param {Environment} environment
   */
  evaluateBlock(nodes, environment) {
    const parts = nodes.map((node) => this.textOf(node, environment));
    // @ts-expect-error It is declared private, but nothing else creates the text class's instances.
    const block = super.evaluateBlock([], environment);
    block.value = parts.join("");
    this.rendered.add(block);
    return block;
  }

  /** @param {any} node @param {Environment} environment @returns {string} */
  textOf(node, environment) {
    const value = this.evaluate(node, environment);
    if (node.type === "StringLiteral") {
      return this.unmarked ? unmark(value.toString()) : value.toString();
    }
    if (node.type === "If" || node.type === "For") return value.toString();
    if (value.type === "NullValue") return "";
    if (value.type === "UndefinedValue" || value.type === "FunctionValue") {
      // `{{ a if b }}` has no `else`, so it may be empty.
      if (node.type === "SelectExpression") return "";
      throw new TemplateMistake("This tag has no value.", this.line);
    }
    return this.rendered.has(value) ? value.toString() : this.printed(unmark(value.toString()));
  }
}

/** Rewrites the interpreter's message without its internal names. @param {string} words */
function sentence(words) {
  if (words === "") return "This tag cannot be used here.";
  if (/call stack/.test(words)) return "The template calls itself without end.";
  if (/Invalid string length/.test(words)) return "The text gets too large.";
  const filter = /^(?:Unknown \w*Value filter: |Cannot apply filter ")(\w+)/.exec(words)?.[1];
  if (filter) return `The filter "${filter}" cannot be used here.`;
  const plain = words.replace(/\b([A-Z][a-z]+)Value\b/g, (_, kind) => kind.toLowerCase());
  return /[.!?]$/.test(plain) ? plain : `${plain}.`;
}
