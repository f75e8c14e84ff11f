import { execFileSync } from "node:child_process";

/** Returns a number from 0 to 65535: another one for each commit, and the same one for the same commit. */
export function seedOfCommit() {
  try {
    const hash = execFileSync("git", ["rev-parse", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return Number.parseInt(hash.slice(0, 4), 16);
  } catch {
    // A copy without its history.
    return 1;
  }
}
