import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { giveUp, root, run } from "./project.mjs";

/** Written last, so that a build that was cut off counts as none. */
export const stamp = "dist-server/.built-from";

const sources = [
  "src",
  "server",
  "index.html",
  "vite.config.ts",
  "scripts/build.mjs",
  "scripts/lib",
  "scripts/vite",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
/** The programs of the backend: the names of their files in dist-server, without endings. */
export const programs = {
  main: "server/main.ts",
  maintenance: "server/maintenance.ts",
  "mail-worker": "server/adapters/mail-renderer/worker.ts",
};
const results = [
  "dist/index.html",
  "dist-server/migrations",
  ...Object.keys(programs).map((name) => `dist-server/${name}.js`),
];
const environments = [".env", ".env.local", ".env.production", ".env.production.local"];

/** Names everything the build is made from by its contents; about 30 ms. */
export function fingerprint() {
  const hash = createHash("sha256");
  for (const path of sources.flatMap(filesBelow).sort()) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  for (const line of buildVariables()) hash.update(`${line}\0`);
  return hash.digest("hex");
}

/** Builds when the sources are not those that the build was made from. */
export async function buildIfStale() {
  const built = join(root, stamp);
  const isWhole = [stamp, ...results].every((path) => existsSync(join(root, path)));
  if (isWhole && readFileSync(built, "utf8") === fingerprint()) return;
  console.log("Building the console…");
  if ((await run(process.execPath, ["scripts/build.mjs"])) !== 0) {
    giveUp("The console could not be built: the reason stands above.");
  }
}

function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(`${path}/${name}`));
}

/** The environment variables that Vite puts into the bundle. */
function buildVariables() {
  const set = Object.entries(process.env).map(([name, value]) => `${name}=${value}`);
  const written = environments
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) => readFileSync(join(root, file), "utf8").split(/\r?\n/));
  return [...set.sort(), ...written].filter((line) => line.startsWith("VITE_"));
}
