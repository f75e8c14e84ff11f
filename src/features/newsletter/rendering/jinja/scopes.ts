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

/** Notes what a statement loads and stores. It does not look into inner scopes. */
function visit(scope: Scope, node: Node) {
  switch (node.type) {
    case "Print":
      return loadAll(scope, node.node);
    case "PrintAll":
      return loadAll(scope, node.nodes);
    case "If":
      return visitIf(scope, node.branches, node.other);
    case "For":
      return loadAll(scope, node.values);
    case "Set":
      loadAll(scope, node.value);
      return storeAll(scope, node.target);
    case "SetBlock":
      return storeAll(scope, node.target);
    case "With":
      return loadAll(
        scope,
        node.pairs.map(({ value }: { value: Node }) => value),
      );
    case "Macro":
      return scope.store(node.name);
    case "CallBlock":
      return loadAll(scope, node.call);
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
  switch (node.type) {
    case "Print":
      return resolveExpressions(scope, node.node);
    case "PrintAll":
      return resolveExpressions(scope, node.nodes);
    case "If":
      for (const { test, body } of node.branches) {
        resolveExpressions(scope, test);
        resolveAll(scope, body);
      }
      return resolveAll(scope, node.other);
    case "For":
      return resolveFor(scope, node);
    case "Set":
      resolveExpressions(scope, node.value);
      return resolveTarget(scope, node.target);
    case "SetBlock":
      resolveInner(scope, node, [], node.body);
      resolveExpressions(node.scope, node.filter);
      return resolveTarget(scope, node.target);
    case "With": {
      const targets = node.pairs.map(({ target }: { target: Node }) => target);
      resolveExpressions(
        scope,
        node.pairs.map(({ value }: { value: Node }) => value),
      );
      resolveInner(scope, node, targets.flatMap(targetNames), node.body);
      for (const target of targets) resolveTarget(node.scope, target);
      return;
    }
    case "Macro":
      node.id = scope.find(node.name);
      return resolveMacro(scope, node);
    case "CallBlock":
      resolveExpressions(scope, node.call);
      return resolveMacro(scope, node);
    case "FilterBlock":
      node.scope = new Scope(scope);
      loadAll(node.scope, node.filter);
      visitAll(node.scope, node.body);
      resolveExpressions(node.scope, node.filter);
      return resolveAll(node.scope, node.body);
  }
}

/** Gives a node a scope for its body. */
function resolveInner(
  scope: Scope,
  node: Node,
  parameters: readonly string[],
  body: readonly Node[],
) {
  node.scope = new Scope(scope);
  for (const name of parameters) node.scope.parameter(name);
  visitAll(node.scope, body);
  resolveAll(node.scope, body);
}

function resolveTarget(scope: Scope, target: Node) {
  if (target.type === "Tuple") for (const item of target.items) resolveTarget(scope, item);
  else target.id = scope.find(target.name);
}

function resolveFor(scope: Scope, node: Node) {
  const names = targetNames(node.target);
  resolveExpressions(scope, node.values);
  node.usesLoop = isUsed(node.body, "loop");
  resolveInner(scope, node, node.usesLoop ? ["loop", ...names] : names, node.body);
  resolveTarget(node.scope, node.target);
  node.loopId = node.scope.find("loop");
  node.otherScope = new Scope(scope);
  visitAll(node.otherScope, node.other);
  resolveAll(node.otherScope, node.other);
  if (!node.test) return;
  node.testScope = new Scope(scope);
  for (const name of names) node.testScope.parameter(name);
  loadAll(node.testScope, node.test);
  resolveExpressions(node.testScope, node.test);
  node.testTarget = structuredClone(node.target);
  resolveTarget(node.testScope, node.testTarget);
}

function resolveMacro(scope: Scope, node: Node) {
  const inner = new Scope(scope);
  node.scope = inner;
  /** The special arguments that the body uses, in the order in which a macro gets them. */
  node.specials = ["caller", "kwargs", "varargs"].filter((name) => isUsed(node.body, name));
  for (const name of [...node.args, ...node.specials]) inner.parameter(name);
  loadAll(inner, node.defaults);
  visitAll(inner, node.body);
  resolveExpressions(inner, node.defaults);
  resolveAll(inner, node.body);
  node.argIds = node.args.map((name: string) => inner.find(name));
  node.specialIds = node.specials.map((name: string) => inner.find(name));
}
