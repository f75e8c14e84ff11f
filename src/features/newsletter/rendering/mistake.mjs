// @ts-check

/** A mistake in a template. `line` counts from 1; null if the mistake belongs to no line. */
export class TemplateMistake extends Error {
  /**
   * @param {string} message
   * @param {number | null} line
   */
  constructor(message, line = null) {
    super(message);
    this.line = line;
  }
}

/**
 * Refuses what the template asks for. The evaluator adds the line.
 *
 * @param {string} sentence
 * @returns {never}
 */
export function refuse(sentence) {
  throw new TemplateMistake(sentence);
}
