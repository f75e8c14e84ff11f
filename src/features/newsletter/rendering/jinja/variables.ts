import type { Scope } from "./scopes";
import type { Value } from "./values";

/**
 * The values of the variables of the template, or of one call of a macro, by the ids of `Scope`. A
 * variable without a value is not in the map.
 */
export class Variables {
  values: Map<string, Value> = new Map();

  /** The variables that the template may use from the start. */
  readonly given: ReadonlyMap<string, Value>;
  /** Those of the place where a macro is defined. */
  readonly outer: Variables | null;

  constructor(given: ReadonlyMap<string, Value>, outer: Variables | null = null) {
    this.given = given;
    this.outer = outer;
  }

  /** Returns undefined if it has no value. */
  get(id: string): Value {
    const value = this.values.get(id);
    return value === undefined ? this.outer?.get(id) : value;
  }

  set(id: string, value: Value) {
    this.values.set(id, value);
  }

  /** Gives the variables of a scope the values that they begin with. */
  enter(scope: Scope) {
    for (const [id, start] of scope.starts) {
      if (start.kind === "parameter") continue;
      const value =
        start.kind === "resolve"
          ? this.given.get(start.name)
          : start.kind === "alias"
            ? this.get(start.of)
            : undefined;
      if (value === undefined) this.values.delete(id);
      else this.values.set(id, value);
    }
  }

  leave(scope: Scope) {
    for (const id of scope.starts.keys()) this.values.delete(id);
  }
}
