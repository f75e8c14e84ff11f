import { spawn } from "node:child_process";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. All paths in the scripts are relative to it. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Runs a program in the project's folder until it ends. @returns its exit code */
export function run(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    child.once("error", fail);
    child.once("close", (code) => done(code ?? 1));
  });
}

/** Prints a sentence and exits with code 1. */
export function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}
