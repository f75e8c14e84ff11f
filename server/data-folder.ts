import { accessSync, constants, mkdirSync } from "node:fs";
import { StartError } from "./config.ts";

/**
 * Makes the data folder where there is none, for its owner alone: it holds the key and everything
 * that is sealed with it. Throws a StartError where it cannot be written.
 */
export function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new StartError(
      `The data folder ${folder} cannot be written (${code}): set DATA_DIR to one that can.`,
    );
  }
}
