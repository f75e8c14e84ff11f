// @ts-check

/** @typedef {import("./values.mjs").Value} Value */
/** @typedef {import("./scopes.mjs").Scope} Scope */

/**
 * The values of the variables of the template, or of one call of a macro, by the ids of `Scope`. A
 * variable without a value is not in the map.
 */
export class Variables {
  /** @type {Map<string, Value>} */
  values = new Map();

  /**
   * @param {ReadonlyMap<string, Value>} given what the template may use from the start
   * @param {Variables | null} outer those of the place where a macro is defined
   */
  constructor(given, outer = null) {
    this.given = given;
    this.outer = outer;
  }

  /** @param {string} id @returns {Value} undefined if it has no value */
  get(id) {
    const value = this.values.get(id);
    return value === undefined ? this.outer?.get(id) : value;
  }

  /** @param {string} id @param {Value} value */
  set(id, value) {
    this.values.set(id, value);
  }

  /** Gives the variables of a scope the values that they begin with. @param {Scope} scope */
  enter(scope) {
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

  /** @param {Scope} scope */
  leave(scope) {
    for (const id of scope.starts.keys()) this.values.delete(id);
  }
}
