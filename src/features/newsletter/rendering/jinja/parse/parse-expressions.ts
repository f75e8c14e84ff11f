import { TokenReader } from "./token-reader";
import type { Node } from "./tree";

/** The arguments of a call. `allArgs` stands after `*`, `allNamed` after `**`. */
type Arguments = {
  args: Node[];
  named: { name: string; node: Node }[];
  allArgs: Node | null;
  allNamed: Node | null;
};

const noArguments = (): Arguments => ({ args: [], named: [], allArgs: null, allNamed: null });

const constants = new Map([
  ...["true", "True"].map((name) => [name, true] as const),
  ...["false", "False"].map((name) => [name, false] as const),
  ...["none", "None"].map((name) => [name, null] as const),
]);

/** Python's own parser does not go deeper either. */
const deepest = 90;

/** Reads the expressions of a template. The rules and their order are those of Jinja2's parser. */
export class ExpressionParser extends TokenReader {
  depth = 0;

  expression(): Node {
    if (++this.depth > deepest) this.fail("There are too many brackets within brackets.");
    const node = this.condition();
    this.depth--;
    return node;
  }

  condition(): Node {
    const { line } = this.look();
    let node = this.or();
    while (this.skip("name", "if")) {
      const test = this.or();
      const other = this.skip("name", "else") ? this.condition() : null;
      node = { type: "Condition", line, test, value: node, other };
    }
    return node;
  }

  or(): Node {
    return this.joint("or", () => this.joint("and", () => this.not()));
  }

  joint(word: "or" | "and", part: () => Node): Node {
    const { line } = this.look();
    let left = part();
    while (this.skip("name", word)) left = { type: "Logic", word, line, left, right: part() };
    return left;
  }

  not(): Node {
    const { line } = this.look();
    let negations = 0;
    while (this.skip("name", "not")) negations++;
    let node = this.comparison();
    for (; negations > 0; negations--) node = { type: "Not", line, node };
    return node;
  }

  comparison(): Node {
    const { line } = this.look();
    const first = this.sum();
    const rest: { operator: string; node: Node }[] = [];
    for (;;) {
      if (this.is("operator") && /^(==|!=|<|>|<=|>=)$/.test(this.look().value)) {
        rest.push({ operator: this.next().value, node: this.sum() });
      } else if (this.skip("name", "in")) {
        rest.push({ operator: "in", node: this.sum() });
      } else if (this.is("name", "not") && this.is("name", "in", 1)) {
        this.place += 2;
        rest.push({ operator: "not in", node: this.sum() });
      } else {
        return rest.length === 0 ? first : { type: "Comparison", line, first, rest };
      }
    }
  }

  sum(): Node {
    return this.operation(["+", "-"], () => this.concatenation());
  }

  concatenation(): Node {
    const { line } = this.look();
    const nodes = [this.product()];
    while (this.skip("operator", "~")) nodes.push(this.product());
    return nodes.length === 1 && nodes[0] ? nodes[0] : { type: "Concatenation", line, nodes };
  }

  product(): Node {
    return this.operation(["*", "/", "//", "%"], () =>
      this.operation(["**"], () => this.unary(true)),
    );
  }

  operation(operators: readonly string[], part: () => Node): Node {
    const { line } = this.look();
    let left = part();
    while (this.is("operator") && operators.includes(this.look().value)) {
      left = { type: "Operation", line, operator: this.next().value, left, right: part() };
    }
    return left;
  }

  unary(hasFilters: boolean): Node {
    const { line } = this.look();
    if (++this.depth > deepest) this.fail("There are too many brackets within brackets.");
    let node: Node;
    if (this.skip("operator", "-"))
      node = { type: "Sign", sign: "-", line, node: this.unary(false) };
    else if (this.skip("operator", "+")) {
      node = { type: "Sign", sign: "+", line, node: this.unary(false) };
    } else node = this.primary();
    node = this.postfix(node);
    this.depth--;
    return hasFilters ? this.filters(node) : node;
  }

  primary(): Node {
    const token = this.next();
    const { type, value, line } = token;
    if (type === "name") {
      return constants.has(value)
        ? { type: "Constant", line, value: constants.get(value) }
        : { type: "Name", line, name: value };
    }
    if (type === "string") {
      let text = value;
      while (this.is("string")) text += this.next().value;
      return { type: "Constant", line, value: text };
    }
    if (token.number !== undefined) return { type: "Constant", line, value: token.number };
    if (type === "operator" && value === "(") {
      const node = this.tuple({ isInBrackets: true });
      this.expect("operator", ")");
      return node;
    }
    if (type === "operator" && value === "[") {
      return { type: "List", line, items: this.items("]", () => this.expression()) };
    }
    if (type === "operator" && value === "{") {
      return { type: "Dict", line, pairs: this.items("}", () => this.pair()) };
    }
    return this.fail();
  }

  pair(): { key: Node; value: Node } {
    const key = this.expression();
    this.expect("operator", ":");
    return { key, value: this.expression() };
  }

  /** Reads one expression, or several with commas, which make a tuple. The names `ends` end it. */
  tuple({
    isInBrackets = false,
    part = () => this.expression(),
    ends = [],
  }: {
    isInBrackets?: boolean;
    part?: () => Node;
    ends?: readonly string[];
  } = {}): Node {
    const { line } = this.look();
    const items: Node[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0) this.expect("operator", ",");
      const isEnd =
        this.is("close") || this.isOperator(")") || ends.some((name) => this.is("name", name));
      if (isEnd) break;
      items.push(part());
      if (!this.isOperator(",")) break;
      isTuple = true;
    }
    const [only] = items;
    if (!isTuple && only) return only;
    if (!isTuple && !isInBrackets) this.fail();
    return { type: "Tuple", line, items };
  }

  postfix(start: Node): Node {
    let node = start;
    for (;;) {
      if (this.isOperator(".")) node = this.dot(node);
      else if (this.isOperator("[")) node = this.subscript(node);
      else if (this.isOperator("(")) node = this.call(node);
      else return node;
    }
  }

  dot(node: Node): Node {
    const { line } = this.next();
    const { type, value, number } = this.next();
    if (type === "name") return { type: "Member", line, node, name: value };
    if (type !== "integer") return this.fail();
    return { type: "Item", line, node, key: { type: "Constant", line, value: number } };
  }

  subscript(node: Node): Node {
    const { line } = this.next();
    const key = this.subscribed();
    this.expect("operator", "]");
    return key.type === "Slice" ? { ...key, line, node } : { type: "Item", line, node, key };
  }

  subscribed(): Node {
    const { line } = this.look();
    const limit = () =>
      this.isOperator(":") || this.isOperator("]") || this.isOperator(",")
        ? null
        : this.expression();
    const start = limit();
    if (!this.skip("operator", ":")) return start ?? this.fail();
    const stop = limit();
    const step = this.skip("operator", ":") ? limit() : null;
    return { type: "Slice", line, start, stop, step };
  }

  call(node: Node): Node {
    const { line } = this.look();
    return { type: "Call", line, node, ...this.callArguments() };
  }

  callArguments(): Arguments {
    this.expect("operator", "(");
    const call = noArguments();
    const ensure = (isRight: boolean) => isRight || this.fail();
    this.items(")", () => {
      if (this.skip("operator", "*")) {
        ensure(!call.allArgs && !call.allNamed);
        call.allArgs = this.expression();
      } else if (this.skip("operator", "**")) {
        ensure(!call.allNamed);
        call.allNamed = this.expression();
      } else if (this.is("name") && this.is("operator", "=", 1)) {
        ensure(!call.allNamed);
        const name = this.next().value;
        this.next();
        ensure(call.named.every((other) => other.name !== name));
        call.named.push({ name, node: this.expression() });
      } else {
        ensure(!call.allArgs && !call.allNamed && call.named.length === 0);
        call.args.push(this.expression());
      }
    });
    return call;
  }

  filters(start: Node): Node {
    let node = start;
    for (;;) {
      if (this.isOperator("|")) node = this.filter(node);
      else if (this.is("name", "is")) node = this.test(node);
      else if (this.isOperator("(")) node = this.call(node);
      else return node;
    }
  }

  /** Reads filters one after the other. `start` is null in `{% filter %}`. */
  filter(start: Node | null): Node {
    let node = start;
    while (this.skip("operator", "|") || node === null) {
      const { value: name, line } = this.expect("name");
      if (this.isOperator(".")) this.fail();
      const call = this.isOperator("(") ? this.callArguments() : noArguments();
      const under = node ?? { type: "Body", line };
      node = { type: "Filter", line, name, node: under, ...call };
    }
    return node;
  }

  test(tested: Node): Node {
    const { line } = this.next();
    const isNegated = this.skip("name", "not");
    const { value: name } = this.expect("name");
    if (this.isOperator(".")) this.fail();
    const token = this.look();
    const hasBrackets = this.isOperator("(");
    const call = hasBrackets ? this.callArguments() : noArguments();
    if (
      !hasBrackets &&
      (["name", "string", "integer", "float"].includes(token.type) ||
        this.isOperator("[") ||
        this.isOperator("{")) &&
      !(token.type === "name" && ["else", "or", "and"].includes(token.value))
    ) {
      if (this.is("name", "is")) this.fail();
      call.args.push(this.postfix(this.primary()));
    }
    const node = { type: "Test", line, name, node: tested, ...call };
    return isNegated ? { type: "Not", line, node } : node;
  }
}
