import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

const folder = join(root, "tests/peers");

/** Debian's own Python, which has the packages that apt installs. */
export const python = "/usr/bin/python3";

/** Servers that are packages of Debian, by the name of their folder in tests/peers, and the modules they take. */
const ofDebian = { fastapi: "fastapi, uvicorn" };

/**
 * True if a real server that tests run against is installed: the name of its folder in tests/peers. One
 * without packages has what it needs in a folder `cache`.
 */
export const isPeerInstalled = (name) =>
  name in ofDebian
    ? spawnSync(python, ["-c", `import ${ofDebian[name]}`]).status === 0
    : ["node_modules/.package-lock.json", "cache"].some((path) =>
        existsSync(join(folder, name, path)),
      );

/** The names of those that are not. */
export const missingPeers = () =>
  readdirSync(folder).filter(
    (name) =>
      (name in ofDebian || existsSync(join(folder, name, "package.json"))) &&
      !isPeerInstalled(name),
  );

export const howToGetPeers =
  "Install fastapi by 'apt-get install python3-fastapi python3-uvicorn', and the others by 'node tests/peers/install.mjs', which takes a C++ compiler, make and Python.";
