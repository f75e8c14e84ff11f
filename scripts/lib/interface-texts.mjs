import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { root } from "./project.mjs";

const folders = ["src", "server/adapters", "server/features", "server/http", "server/kernel"];

/** Descriptions for `/docs`, table definitions, example data, and pages for developers. */
const ignoredFiles =
  /-docs\.ts$|\/openapi|\/kit\/|^server\/db\/|kernel\/metrics|seed|sample|sandbox\/(art|catalogue|phrases|pitches)/;
const shownAttributes =
  /^(alt|confirm|description|failure|hint|label|placeholder|title|aria-(description|label|valuetext))$/;
const ignoredAttributes = /^(className|d|href|id|key|role|src|style|type|viewBox)$/;
/** Texts for the log, for developers, and SQL. */
const ignoredCalls = /^(Error|TypeError|debug|error|fatal|info|sql|warn)$/;

/** Each text that the interface shows, with file and line: one sentence or label a line. */
export const interfaceTexts = () =>
  folders.flatMap(filesBelow).flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    const found = [];
    collect(parseSync(file, source).program, source, found);
    return found.map(({ start, text }) => {
      const line = source.slice(0, start).split("\n").length;
      return `${file}:${line}: ${text.replaceAll(/\s+/g, " ").trim()}`;
    });
  });

const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !ignoredFiles.test(file))
    .sort();

function collect(node, source, found) {
  if (node === null || typeof node !== "object") return;
  if (Array.isArray(node)) {
    for (const part of node) collect(part, source, found);
    return;
  }
  if (isIgnored(node)) return;
  const { start, end } = node;
  if (node.type === "JSXElement" || node.type === "JSXFragment") {
    const text = textOf(node.children, source);
    if (/\p{L}/u.test(text.replaceAll(/\{.*?\}|<.*?>/gs, ""))) found.push({ start, text });
  } else if (node.type === "JSXAttribute" && shownAttributes.test(node.name.name ?? "")) {
    if (node.value?.type === "Literal" && /\p{L}/u.test(node.value.value)) {
      found.push({ start, text: `${node.name.name ?? ""} = ${node.value.value}` });
      return;
    }
  } else if (node.type === "TemplateLiteral") {
    const words = node.quasis.map((part) => part.value.cooked).join("x");
    if (isProse(words)) found.push({ start, text: source.slice(start + 1, end - 1) });
  } else if (node.type === "Literal" && typeof node.value === "string" && isProse(node.value)) {
    found.push({ start, text: node.value });
  }
  for (const [name, part] of Object.entries(node)) {
    if (name !== "key" && name !== "directive") collect(part, source, found);
  }
}

/** The sentence around nested parts, which are shown as `{…}` and `<…>`. */
const textOf = (children, source) =>
  children
    .map((child) => {
      if (child.type === "JSXText") return child.value;
      if (child.type === "JSXExpressionContainer") {
        if (child.expression.type === "Literal") return child.expression.value;
        const code = source.slice(child.start, child.end);
        return code.length > 40 ? "{…}" : code;
      }
      return `<${textOf(child.children ?? [], source)}>`;
    })
    .join("");

function isIgnored(node) {
  if (/^(Import|ExportAll|TS(?!As|NonNull|Satisfies))/.test(node.type)) return true;
  if (node.type === "JSXAttribute") return ignoredAttributes.test(node.name.name ?? "");
  const callee = node.callee ?? node.tag;
  return ignoredCalls.test(callee?.name ?? callee?.property?.name ?? "");
}

/** Several words, or one with a capital: not a code, a path or a CSS class. */
const isProse = (text) =>
  /\p{L}/u.test(text) && (/\p{L}\S* \S/u.test(text) || /^\p{Lu}\p{Ll}+[.…!?]?$/u.test(text));
