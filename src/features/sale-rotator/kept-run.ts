import type { Id } from "@/shared/api/id";
import { drafts, session } from "@/shared/session/session";
import { keptRunSchema, type Run } from "./schema";

const nameOf = (group: Id) => `confirmed-run-${group}`;

/** Keeps the confirmed run that is under way in this tab, so that a reload can resume it. */
export const keptRuns = {
  read: (group: Id): Run | undefined => keptRunSchema.safeParse(drafts.read(nameOf(group))).data,

  write(group: Id, run: Run | undefined) {
    if (run === undefined) drafts.clear(nameOf(group));
    // After a logout the run has no owner any more, so it is not kept.
    else if (session.state() !== "signed-out") drafts.write(nameOf(group), run);
  },
};
