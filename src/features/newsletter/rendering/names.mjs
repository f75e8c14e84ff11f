// @ts-check
import { TemplateMistake } from "./lines.mjs";

const fields = ["name", "price", "old_price", "image_url", "url"];
const methods = [
  ...["upper", "lower", "strip", "lstrip", "rstrip", "title", "capitalize", "startswith"],
  ...["endswith", "split", "replace", "length", "get", "items", "keys", "values", "dictsort"],
];
const ofLoop = [
  ...["index", "index0", "revindex", "revindex0", "first", "last", "length", "previtem"],
  "nextitem",
];

/** @typedef {{ type: string, value?: unknown, [part: string]: unknown }} Node */

/**
 * Checks every name in a template against the known ones, so that a typo is found when the template
 * is saved and not when it is sent.
 *
 * @param {any} program
 * @param {readonly string[]} known variables and functions
 * @throws {TemplateMistake}
 */
export function checkNames(program, known) {
  const names = new Set(known);
  const members = new Set([...fields, ...methods, ...ofLoop]);
  walk(program, (node) => {
    for (const name of boundBy(node)) names.add(name);
    for (const name of membersOf(node)) members.add(name);
  });
  /** @type {number | null} */
  let line = null;
  walk(program, (node) => {
    if (node.type === "Comment") line = Number(node.value) || null;
    if (node.type === "CallStatement" || node.type === "FilterStatement") {
      const name = node.type === "CallStatement" ? "call" : "filter";
      throw new TemplateMistake(`{% ${name} %} is not known here.`, line);
    }
    if (node.type === "Identifier" && !names.has(String(node.value))) {
      throw new TemplateMistake(`Unknown variable "${node.value}".`, line);
    }
    const member = memberOf(node);
    if (member !== undefined && !members.has(member)) {
      throw new TemplateMistake(`Unknown field "${member}".`, line);
    }
  });
}

/** Returns the names that a statement defines. @param {Node} node @returns {string[]} */
function boundBy(node) {
  switch (node.type) {
    case "For":
      return targets(node.loopvar);
    case "Set":
      return targets(node.assignee);
    case "Macro":
      return [node.name, ...listOf(node.args)].flatMap((part) => targets(part));
    default:
      return [];
  }
}

/** @param {unknown} node @returns {string[]} */
function targets(node) {
  if (!isNode(node)) return [];
  if (node.type === "Identifier") return [String(node.value)];
  if (node.type === "TupleLiteral") return listOf(node.value).flatMap(targets);
  return node.type === "KeywordArgumentExpression" ? targets(node.key) : [];
}

/** Returns the fields of the template's own records. @param {Node} node @returns {string[]} */
function membersOf(node) {
  if (node.type === "KeywordArgumentExpression") return targets(node.key);
  if (node.type === "Set" && isNode(node.assignee)) return [memberOf(node.assignee) ?? ""];
  if (node.type !== "ObjectLiteral" || !(node.value instanceof Map)) return [];
  return [...node.value.keys()].map((key) => (isNode(key) ? String(key.value) : ""));
}

/** Returns the name after a dot. @param {Node} node */
const memberOf = (node) =>
  node.type === "MemberExpression" && !node.computed && isNode(node.property)
    ? String(node.property.value)
    : undefined;

/** The part of a node that is a name but no variable. @type {Record<string, string>} */
const unvisited = { TestExpression: "test", KeywordArgumentExpression: "key", Macro: "name" };

/**
 * Visits a node and its descendants, in the order of the template.
 *
 * @param {unknown} node
 * @param {(node: Node) => void} visit
 */
function walk(node, visit) {
  if (Array.isArray(node) || node instanceof Map) {
    for (const part of Array.isArray(node) ? node : [...node].flat()) walk(part, visit);
    return;
  }
  if (!isNode(node)) return;
  visit(node);
  for (const [name, part] of Object.entries(node)) {
    if (name === "operator" || unvisited[node.type] === name) continue;
    if (name === "property" && !node.computed) continue;
    if (name === "filter") walk(isNode(part) ? part.args : undefined, visit);
    else walk(part, visit);
  }
}

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === "object" && value !== null && "type" in value;

/** @param {unknown} value @returns {unknown[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);
