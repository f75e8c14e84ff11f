import { TemplateMistake } from "../../mistake";
import type { Token } from "./lexer";

/** Reads the tokens of a template one after another. */
export class TokenReader {
  place = 0;
  /** The place at which the current tag begins. */
  tagLine = 1;

  readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  look(ahead = 0): Token {
    const last = this.tokens[this.tokens.length - 1];
    return this.tokens[this.place + ahead] ?? last ?? { type: "end", value: "", line: 1 };
  }

  next() {
    const token = this.look();
    this.place++;
    return token;
  }

  is(type: string, value?: string, ahead = 0) {
    const token = this.look(ahead);
    return token.type === type && (value === undefined || token.value === value);
  }

  isOperator(value: string) {
    return this.is("operator", value);
  }

  /** Skips a token if it is the next one. */
  skip(type: string, value: string) {
    if (!this.is(type, value)) return false;
    this.place++;
    return true;
  }

  expect(type: string, value?: string) {
    return this.is(type, value) ? this.next() : this.fail();
  }

  fail(message = "This tag cannot be understood.", line = this.tagLine): never {
    throw new TemplateMistake(message, line);
  }

  items<Item>(end: string, item: () => Item): Item[] {
    const items = [];
    while (!this.isOperator(end)) {
      if (items.length > 0) this.expect("operator", ",");
      if (this.isOperator(end)) break;
      items.push(item());
    }
    this.next();
    return items;
  }
}
