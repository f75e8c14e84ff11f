import { readFileSync } from "node:fs";
import { join } from "node:path";
import { giveUp, root, run } from "./project.mjs";

/** Installs the dependencies when what is in node_modules is not what the lockfile names. */
export async function installIfNeeded() {
  if (isInstalled()) return;
  console.log("Installing dependencies (first start only)…");
  // Whatever NODE_ENV says, building takes the development dependencies.
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
    ? run(process.execPath, [npmCli, ...npm], quiet)
    : run("npm", npm, { ...quiet, shell: process.platform === "win32" }));
  if (code !== 0) {
    giveUp("The dependencies could not be installed: npm's reason stands above.");
  }
}

const quiet = { stdio: ["ignore", "ignore", "inherit"] };

/** Versions are compared rather than times: copying a folder or changing branches alters times. */
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
