import { children, everyNode, isUsed, type Node, targetNames } from "./parse/tree";

/**
 * How a variable begins when its scope is entered: given by the caller (`parameter`), with the value
 * of a variable of the template (`resolve`) or of an outer scope (`alias`), or without a value.
 */
type Start =
  | { kind: "parameter" | "nothing" }
  | { kind: "resolve"; name: string }
  | { kind: "alias"; of: string };

let scopes = 0;

/**
 * The variables of a part of a template. Jinja2 decides what a name means before it renders, by rules
 * that a template can observe: `{% set %}` inside of a loop starts again in each round. So this
 * follows its module `idtracking`.
 */
export class Scope {
  id = ++scopes;
  /** From names to ids. */
  ids: Map<string, string> = new Map();
  /** From ids. */
  starts: Map<string, Start> = new Map();
  stores: Set<string> = new Set();

  readonly parent: Scope | null;

  constructor(parent: Scope | null) {
    this.parent = parent;
  }

  find(name: string): string | undefined {
    return this.ids.get(name) ?? this.parent?.find(name);
  }

  define(name: string, start: Start) {
    const id = `${this.id} ${name}`;
    this.ids.set(name, id);
    this.starts.set(id, start);
  }

  load(name: string) {
    if (this.find(name) === undefined) this.define(name, { kind: "resolve", name });
  }

  store(name: string) {
    this.stores.add(name);
    if (this.ids.has(name)) return;
    const outer = this.parent?.find(name);
    this.define(name, outer === undefined ? { kind: "nothing" } : { kind: "alias", of: outer });
  }

  parameter(name: string) {
    this.stores.add(name);
    this.define(name, { kind: "parameter" });
  }

  /** A copy for one branch of `{% if %}`. */
  branch() {
    const copy = new Scope(this.parent);
    copy.id = this.id;
    copy.ids = new Map(this.ids);
    copy.starts = new Map(this.starts);
    copy.stores = new Set(this.stores);
    return copy;
  }

  /** Takes over what the branches of `{% if %}` define. */
  merge(branches: readonly Scope[]) {
    const counts: Map<string, number> = new Map();
    for (const { stores } of branches) {
      for (const name of stores) {
        if (!this.stores.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    for (const branch of branches) {
      for (const [name, id] of branch.ids) this.ids.set(name, id);
      for (const [id, start] of branch.starts) this.starts.set(id, start);
      for (const name of branch.stores) this.stores.add(name);
    }
    for (const [name, count] of counts) {
      const id = this.find(name);
      if (count === branches.length || id === undefined) continue;
      const outer = this.parent?.find(name);
      this.starts.set(
        id,
        outer === undefined ? { kind: "resolve", name } : { kind: "alias", of: outer },
      );
    }
  }
}

/**
 * Gives every name of a template the id of its variable, and every node that has variables of its
 * own its scope.
 */
export function resolveNames(template: Node) {
  template.scope = new Scope(null);
  visitAll(template.scope, template.body);
  resolveAll(template.scope, template.body);
}

function loadAll(scope: Scope, expressions: unknown) {
  for (const node of children([expressions])) {
    for (const { type, name } of everyNode(node)) if (type === "Name") scope.load(name);
  }
}

function storeAll(scope: Scope, target: Node) {
  if (target.type === "Field") scope.load(target.name);
  else for (const name of targetNames(target)) scope.store(name);
}

function visitAll(scope: Scope, body: readonly Node[]) {
  for (const node of body) visit(scope, node);
}

/** The expressions of a statement that belong to the scope around it. */
function expressionsOf(node: Node): unknown {
  switch (node.type) {
    case "Print":
      return node.node;
    case "PrintAll":
      return node.nodes;
    case "For":
      return node.values;
    case "Set":
      return node.value;
    case "With":
      return node.pairs.map(({ value }: { value: Node }) => value);
    case "CallBlock":
      return node.call;
    default:
      return [];
  }
}

/** Notes what a statement loads and stores. It does not look into inner scopes. */
function visit(scope: Scope, node: Node) {
  loadAll(scope, expressionsOf(node));
  switch (node.type) {
    case "If":
      return visitIf(scope, node.branches, node.other);
    case "Set":
    case "SetBlock":
      return storeAll(scope, node.target);
    case "Macro":
      return scope.store(node.name);
    case "FilterBlock":
      return loadAll(scope, node.filter);
  }
}

function visitIf(
  scope: Scope,
  branches: readonly { test: Node; body: Node[] }[],
  other: readonly Node[],
) {
  const [first, ...rest] = branches;
  if (!first) return;
  loadAll(scope, first.test);
  const body = scope.branch();
  visitAll(body, first.body);
  const elifs = scope.branch();
  for (const branch of rest) visitIf(elifs, [branch], []);
  const last = scope.branch();
  visitAll(last, other);
  scope.merge([body, elifs, last]);
}

function resolveExpressions(scope: Scope, expressions: unknown) {
  for (const node of children([expressions])) {
    for (const one of everyNode(node)) if (one.type === "Name") one.id = scope.find(one.name);
  }
}

function resolveAll(scope: Scope, body: readonly Node[]) {
  for (const node of body) resolve(scope, node);
}

function resolve(scope: Scope, node: Node) {
  resolveExpressions(scope, expressionsOf(node));
  switch (node.type) {
    case "If":
      for (const { test, body } of node.branches) {
        resolveExpressions(scope, test);
        resolveAll(scope, body);
      }
      return resolveAll(scope, node.other);
    case "For":
      return resolveFor(scope, node);
    case "Set":
      return resolveTarget(scope, node.target);
    case "SetBlock":
      node.scope = innerScope(scope, { body: node.body });
      resolveExpressions(node.scope, node.filter);
      return resolveTarget(scope, node.target);
    case "With": {
      const targets = node.pairs.map(({ target }: { target: Node }) => target);
      node.scope = innerScope(scope, { names: targets.flatMap(targetNames), body: node.body });
      for (const target of targets) resolveTarget(node.scope, target);
      return;
    }
    case "Macro":
      node.id = scope.find(node.name);
      return resolveMacro(scope, node);
    case "CallBlock":
      return resolveMacro(scope, node);
    case "FilterBlock":
      node.scope = innerScope(scope, { expressions: node.filter, body: node.body });
  }
}

type Inner = {
  /** Its parameters. */
  names?: readonly string[];
  expressions?: unknown;
  body?: readonly Node[];
};

/** Makes a scope within another one, and resolves what is in it. */
function innerScope(scope: Scope, { names = [], expressions, body = [] }: Inner): Scope {
  const inner = new Scope(scope);
  for (const name of names) inner.parameter(name);
  loadAll(inner, expressions);
  visitAll(inner, body);
  resolveExpressions(inner, expressions);
  resolveAll(inner, body);
  return inner;
}

function resolveTarget(scope: Scope, target: Node) {
  if (target.type === "Tuple") for (const item of target.items) resolveTarget(scope, item);
  else target.id = scope.find(target.name);
}

function resolveFor(scope: Scope, node: Node) {
  const names = targetNames(node.target);
  node.usesLoop = isUsed(node.body, "loop");
  node.scope = innerScope(scope, {
    names: node.usesLoop ? ["loop", ...names] : names,
    body: node.body,
  });
  resolveTarget(node.scope, node.target);
  node.loopId = node.scope.find("loop");
  node.otherScope = innerScope(scope, { body: node.other });
  if (!node.test) return;
  node.testScope = innerScope(scope, { names, expressions: node.test });
  node.testTarget = structuredClone(node.target);
  resolveTarget(node.testScope, node.testTarget);
}

function resolveMacro(scope: Scope, node: Node) {
  /** The special arguments that the body uses, in the order in which a macro gets them. */
  node.specials = ["caller", "kwargs", "varargs"].filter((name) => isUsed(node.body, name));
  const names = [...node.args, ...node.specials];
  const inner = innerScope(scope, { names, expressions: node.defaults, body: node.body });
  node.scope = inner;
  node.argIds = node.args.map((name: string) => inner.find(name));
  node.specialIds = node.specials.map((name: string) => inner.find(name));
}
