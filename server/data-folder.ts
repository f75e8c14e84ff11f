import { accessSync, constants, mkdirSync } from "node:fs";
import { errorCode, StartError } from "./kernel/fault.ts";

/**
 * Creates the data folder if it does not exist, accessible to its owner only, because it contains the
 * encryption key. Throws a StartError if it cannot be written.
 */
export function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be written (${errorCode(error) ?? error}): set DATA_DIR to one that can.`,
    );
  }
}
