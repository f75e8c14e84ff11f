// @ts-check
import { TemplateMistake } from "../../mistake.mjs";

/** @typedef {import("./lexer.mjs").Token} Token */

/** Reads the tokens of a template one after another. */
export class TokenReader {
  place = 0;
  /** The place at which the current tag begins. */
  tagLine = 1;

  /** @param {readonly Token[]} tokens */
  constructor(tokens) {
    this.tokens = tokens;
  }

  /** @param {number} [ahead] @returns {Token} */
  look(ahead = 0) {
    const last = this.tokens[this.tokens.length - 1];
    return this.tokens[this.place + ahead] ?? last ?? { type: "end", value: "", line: 1 };
  }

  next() {
    const token = this.look();
    this.place++;
    return token;
  }

  /** @param {string} type @param {string} [value] */
  is(type, value) {
    const token = this.look();
    return token.type === type && (value === undefined || token.value === value);
  }

  /** @param {string} value */
  isOperator(value) {
    return this.is("operator", value);
  }

  /** Skips a token if it is the next one. @param {string} type @param {string} value */
  skip(type, value) {
    if (!this.is(type, value)) return false;
    this.place++;
    return true;
  }

  /** @param {string} type @param {string} [value] */
  expect(type, value) {
    return this.is(type, value) ? this.next() : this.fail();
  }

  /** @param {string} [message] @param {number} [line] @returns {never} */
  fail(message = "This tag cannot be understood.", line = this.tagLine) {
    throw new TemplateMistake(message, line);
  }

  /** @template Item @param {string} end @param {() => Item} item @returns {Item[]} */
  items(end, item) {
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
