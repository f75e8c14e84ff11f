import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folders = ["src", "server", "tests", "scripts", "docs"];
/** Files that are made, or stand for any: of a slice to come, of a run of the tests. */
const notKept = [
  "src/features/hashtag-sets/",
  "server/features/hashtag-sets/",
  "tests/features/hashtag-sets/",
  "server/features/x",
  "tests/images/different/",
];

const files = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .map((path) => path.replaceAll("\\", "/"))
  // Packages of tests/peers, and what its programs have downloaded.
  .filter((path) => !/\/(node_modules|cache)\//.test(path));
/** Imports leave out the last ending of a file, and the filters of Vitest all of them. */
const known = new Set([
  ...folders,
  ...files,
  ...files.map((path) => path.replace(/\.\w+$/, "")),
  ...files.map((path) => path.replace(/(\.long)?\.test\.tsx?$/, "")),
]);

const texts = [
  ...readdirSync(".").filter((name) => /\.(md|json|ts)$|^CODEOWNERS$|^index\.html$/.test(name)),
  ...files.filter((path) => /\.(tsx?|m[jt]s|md|css|sql)$/.test(path)),
].filter((path) => !path.endsWith("package-lock.json"));

/** Splits `a{b,c/d}e` into `abe` and `ac/de`; `{name}` stands for any name. */
function alternatives(pattern: string): string[] {
  const [, before, list, after] = pattern.match(/^([^{]*)\{([^{}]*)\}(.*)$/) ?? [];
  if (list === undefined) return [pattern];
  const names = list.includes(",") ? list.split(",") : ["*"];
  return names.flatMap((name) => alternatives(`${before}${name}${after}`));
}

function exists(pattern: string): boolean {
  if (!pattern.includes("*")) return known.has(pattern);
  const source = pattern
    .replace(/[.+()]/g, "\\$&")
    .replace(/\*\*\/|\*/g, (wildcard) => (wildcard === "*" ? "[^/]*" : "(.*/)?"));
  return files.some((path) => new RegExp(`^${source}$`).test(path));
}

/** Returns the alternatives that name no file. Of those with wildcards, one that names some is enough. */
function missingOf(pattern: string): string[] {
  const names = alternatives(pattern);
  const isFound = names.some((name) => name.includes("*") && exists(name));
  return names.filter((name) => !exists(name) && !(isFound && name.includes("*")));
}

it("Every file that a configuration, a document, a comment or a test names exists", () => {
  const missing = texts.flatMap((path) =>
    [
      ...readFileSync(path, "utf8").matchAll(
        /(?<![\w./@-])(?:src|server|tests|scripts|docs)\/[\w{},.*/-]*[\w}*]/g,
      ),
    ]
      .flatMap(([pattern]) => missingOf(pattern))
      .filter((named) => !notKept.some((made) => `${named}/`.startsWith(made)))
      .map((named) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});
