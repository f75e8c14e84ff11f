import { readFileSync } from "node:fs";
import { join } from "node:path";
import { giveUp, root, run } from "./project.mjs";

/**
 * Makes the project's folder the current one, and installs the dependencies if node_modules does not
 * match the lockfile.
 */
export async function enterProject() {
  process.chdir(root);
  if (isInstalled()) return;
  console.log("Installing dependencies (first start only)…");
  // The build needs the development dependencies, also with NODE_ENV=production.
  const npm = [
    "ci",
    "--ignore-scripts",
    "--include=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const { npm_execpath: npmCli } = process.env;
  const code = await (npmCli?.endsWith("npm-cli.js")
    ? run(process.execPath, [npmCli, ...npm], errorsOnly)
    : run("npm", npm, { ...errorsOnly, shell: process.platform === "win32" }));
  if (code !== 0) {
    giveUp("The dependencies could not be installed: see npm's message above.");
  }
}

const errorsOnly = { stdio: ["ignore", "ignore", "inherit"] };

/** Compares versions, not modification times, which change with a copy or another branch. */
function isInstalled() {
  try {
    const wanted = packagesIn("package-lock.json");
    const found = packagesIn("node_modules/.package-lock.json");
    return Object.entries(wanted).every(
      ([path, { version, optional }]) =>
        path === "" || optional || found[path]?.version === version,
    );
  } catch {
    return false;
  }
}

const packagesIn = (lockfile) => JSON.parse(readFileSync(join(root, lockfile), "utf8")).packages;
