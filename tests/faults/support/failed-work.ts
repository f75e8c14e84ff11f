import { openDatabase } from "../../../server/db/client";
import { failedWork } from "../../../server/db/schema";

/** More than there are ways to press a button. */
const many = 50;

/** Stores failed work in a prepared data folder, because no call of the sandbox makes work fail for good. */
export async function storeFailedWork(folder: string) {
  const database = await openDatabase({ dataDir: folder });
  await database.db.insert(failedWork).values(
    Array.from({ length: many }, (_, n) => ({
      job_id: crypto.randomUUID(),
      job: "generate" as const,
      // There is no such category: run again, it does nothing.
      data: { taskId: `failed ${n}`, categoryId: 0, count: 1, type: "text" as const },
      singleton_key: `failed ${n}`,
      about: `1 text post for Zima ${n}`,
      cause: "There was no answer in time.",
      failed_at: new Date(),
    })),
  );
  await database.close();
}
