import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { giveUp, run } from "../../scripts/lib/project.mjs";

/**
 * Installs the real servers that tests of connectors run against: each folder here that has a
 * package.json. They are large, and some are compiled, which takes a C++ compiler, make and Python; so
 * they are no dependencies of the project.
 */
const here = import.meta.dirname;
const folders = readdirSync(here)
  .map((name) => join(here, name))
  .filter((folder) => existsSync(join(folder, "package.json")));

// With its headers beside Node, as Debian's packages have them, nothing is downloaded for compiling.
const prefix = dirname(dirname(process.execPath));
const headers = existsSync(join(prefix, "include/node/node.h"))
  ? { npm_config_nodedir: prefix }
  : {};

for (const folder of folders) {
  await npm(folder, "ci", "--ignore-scripts", "--no-audit", "--no-fund");
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (scripts?.build) await npm(folder, "run", "build");
}

async function npm(folder, ...given) {
  const code = await run("npm", given, {
    cwd: folder,
    env: { ...process.env, ...headers },
    shell: process.platform === "win32",
  });
  if (code !== 0) giveUp(`npm ${given[0]} failed in ${folder}.`);
}
