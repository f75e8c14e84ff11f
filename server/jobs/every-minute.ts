import type { Context } from "../context.ts";
import { recordFailedWork } from "../domain/failed-work.ts";
import { giveUpOnLostMails } from "../domain/newsletter-mails.ts";
import { giveUpOnLost } from "../domain/publishing.ts";
import { enqueueDue } from "../domain/schedule.ts";
import type { Log } from "../log.ts";
import type { JobRun } from "../use-case.ts";
import { enqueueMeasurements } from "./measure.ts";
import { enqueueSlots } from "./timetable.ts";

/**
 * The tasks of a running server, every minute and at its start. Each is one transaction that may run at the
 * same time in several processes, and returns how many things it has done.
 */
const tasks: Readonly<Record<string, (context: Context) => Promise<number>>> = {
  "enqueue slots of the timetable": enqueueSlots,
  "enqueue posts that are due": enqueueDue,
  "enqueue measurements that are due": enqueueMeasurements,
  // The process that claimed them was killed, or they would have an outcome by now.
  "give up on lost posts": giveUpOnLost,
  "give up on lost mails": giveUpOnLostMails,
  // A job whose process was killed fails in the queue's own maintenance.
  "record failed work": recordFailedWork,
};

/** Runs all tasks; one that fails is logged and is tried again in a minute. */
export async function runEveryMinute({ transaction }: Pick<JobRun, "transaction">, log: Log) {
  for (const [task, run] of Object.entries(tasks)) {
    try {
      const count = await transaction(run);
      if (count > 0) log.info("task", { task, count });
    } catch (error) {
      log.error("task failed", { task }, error);
    }
  }
}
