import type { Id } from "@/shared/api/id";
import { drafts, session } from "@/shared/session/session";
import { keptRunSchema, type Run } from "./schema";

const nameOf = (group: Id) => `confirmed-run-${group}`;

/** A confirmed run that is under way in this tab, so that a reload does not lose its place. */
export const keptRuns = {
  read: (group: Id): Run | undefined => keptRunSchema.safeParse(drafts.read(nameOf(group))).data,

  write(group: Id, run: Run | undefined) {
    if (run === undefined) drafts.clear(nameOf(group));
    // After a logout there is nobody left whose run it would be.
    else if (session.state() !== "signed-out") drafts.write(nameOf(group), run);
  },
};
