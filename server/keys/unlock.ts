import { eq } from "drizzle-orm";
import type { Config } from "../config.ts";
import { makeFolder } from "../data-folder.ts";
import { keyCheck } from "../db/auth-schema.ts";
import type { Database } from "../db/database.ts";
import type { Db } from "../kernel/context.ts";
import { StartError } from "../kernel/fault.ts";
import type { Secrets } from "../ports/secrets.ts";
import { resealAll } from "./sealed-columns.ts";
import { createSecretBox } from "./secret-box.ts";
import { findKeys, nameOfKeys, newKey, type SecretKeys, storeKeys } from "./secret-keys.ts";

type Unlocked = {
  readonly keys: SecretKeys;
  readonly secrets: Secrets;
  /** The number of sealed texts that no key opens. They have to be entered again. */
  readonly lost: number;
};

type Options = Pick<Config, "secretKey" | "dataDir">;

/**
 * Reads the installation's keys, or creates them for a database without sealed texts, and checks that
 * they belong to the migrated database. Texts that are not sealed with the current key are sealed
 * again. Throws a StartError if the keys are missing, damaged or of another installation; nothing is
 * changed then. Call it within `exclusively("start")`: two processes would make two keys.
 */
export async function unlock(database: Database, config: Options): Promise<Unlocked> {
  return database.transaction(async (db) => {
    const [check] = await db.select().from(keyCheck).where(eq(keyCheck.id, 1));
    const found = findKeys(config);
    if (!found && check) throw missing(config);
    // A database of an earlier release has no check: its sealed texts tell whether the key is right.
    const keys = found ?? { current: newKey(), old: [] };
    const secrets = createSecretBox(keys.current, keys.old);
    if (check && !opens(secrets, check.sealed)) throw mismatch(config);
    const texts = await resealAll(db, secrets);
    if (!check && texts.found > 0 && texts.opened === 0) {
      throw found ? mismatch(config) : missing(config);
    }
    const lost = texts.found - texts.opened;
    if (found) {
      await saveCheck(db, secrets, check?.sealed);
      return { keys, secrets, lost };
    }
    makeFolder(config.dataDir);
    // Another process with this folder may have stored its keys first.
    const stored = storeKeys(config.dataDir, keys);
    const box = createSecretBox(stored.current, stored.old);
    await saveCheck(db, box);
    return { keys: stored, secrets: box, lost };
  });
}

const place = "key_check.sealed#1";

async function saveCheck(db: Db, secrets: Secrets, present?: string): Promise<void> {
  if (present?.startsWith(secrets.currentPrefix)) return;
  const sealed = secrets.seal("The key is right.", place);
  await db
    .insert(keyCheck)
    .values({ id: 1, sealed })
    .onConflictDoUpdate({ target: keyCheck.id, set: { sealed } });
}

function opens(secrets: Secrets, sealed: string): boolean {
  try {
    secrets.open(sealed, place);
    return true;
  } catch {
    return false;
  }
}

const missing = ({ dataDir }: Options) =>
  new StartError(
    `There is no secret.key in ${dataDir}, and this database was sealed with one: set DATA_DIR to the folder that has it, or set SECRET_KEY.`,
  );

const mismatch = (config: Options) =>
  new StartError(
    `The key of ${nameOfKeys(config)} is not the one that this database was sealed with: use the key of this installation, or restore it from a backup.`,
  );
