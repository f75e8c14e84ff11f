/** A mistake in a template. `line` counts from 1; null if the mistake belongs to no line. */
export class TemplateMistake extends Error {
  line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}

/** Refuses what the template asks for. The evaluator adds the line. */
export function refuse(sentence: string): never {
  throw new TemplateMistake(sentence);
}
