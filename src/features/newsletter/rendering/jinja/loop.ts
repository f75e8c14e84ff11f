import { refuse } from "../mistake";
import { hasSize, iterate, sizeOrRefuse } from "./collections";
import { equal } from "./comparing";
import { Callable, Members, Tuple, Undefined, type Value } from "./values";

const nothing = Symbol("nothing");

/** The variable `loop`. Like Jinja2's it reads ahead only if the template asks for what comes. */
export class Loop extends Members {
  index = -1;
  after: Value = nothing;
  current: Value = nothing;
  before: Value = nothing;
  lastChanged: Value = nothing;
  known: number | null = null;
  readonly values: Value;
  iterator: Iterator<Value>;

  constructor(values: Value) {
    super("loop", {
      index: () => BigInt(this.index + 1),
      index0: () => BigInt(this.index),
      revindex: () => BigInt(this.size - this.index),
      revindex0: () => BigInt(this.size - this.index - 1),
      first: () => this.index === 0,
      last: () => this.peek() === nothing,
      length: () => BigInt(this.size),
      depth: () => 1n,
      depth0: () => 0n,
      previtem: () =>
        this.index === 0 ? new Undefined("There is no previous value.") : this.before,
      nextitem: () => {
        const next = this.peek();
        return next === nothing ? new Undefined("There is no next value.") : next;
      },
      cycle: () => new Callable("cycle", (args, named) => this.cycle(args, named)),
      changed: () => new Callable("changed", (args, named) => this.changed(args, named)),
    });
    this.values = values;
    this.iterator = iterate(values);
  }

  override get size(): number {
    if (this.known !== null) return this.known;
    if (hasSize(this.values)) this.known = sizeOrRefuse(this.values);
    else {
      const rest = [];
      for (let next = this.iterator.next(); !next.done; next = this.iterator.next()) {
        rest.push(next.value);
      }
      this.iterator = rest[Symbol.iterator]();
      this.known = rest.length + this.index + 1 + (this.after === nothing ? 0 : 1);
    }
    return this.known;
  }

  peek() {
    if (this.after === nothing) {
      const { done, value } = this.iterator.next();
      if (!done) this.after = value;
    }
    return this.after;
  }

  /** Goes on to the next value. Returns whether there is one. */
  advance() {
    const next = this.peek();
    if (next === nothing) return false;
    this.after = nothing;
    this.index++;
    this.before = this.current;
    this.current = next;
    return true;
  }

  cycle(args: readonly Value[], named: ReadonlyMap<string, Value>) {
    if (args.length === 0 || named.size > 0)
      return refuse('"cycle" needs the values to go through.');
    return args[this.index % args.length];
  }

  changed(args: readonly Value[], named: ReadonlyMap<string, Value>) {
    if (named.size > 0) refuse('"changed" takes no named arguments.');
    const value = new Tuple(args);
    if (equal(this.lastChanged, value)) return false;
    this.lastChanged = value;
    return true;
  }
}
