import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

const folder = join(root, "tests/peers");

/**
 * Whether a real server that tests run against is installed: the name of its folder in tests/peers. One
 * without packages has what it needs in a folder `cache`.
 */
export const isPeerInstalled = (name) =>
  ["node_modules/.package-lock.json", "cache"].some((path) => existsSync(join(folder, name, path)));

/** The names of those that are not. */
export const missingPeers = () =>
  readdirSync(folder).filter(
    (name) => existsSync(join(folder, name, "package.json")) && !isPeerInstalled(name),
  );

export const howToGetPeers =
  "Install them by 'node tests/peers/install.mjs', which takes a C++ compiler, make and Python.";
