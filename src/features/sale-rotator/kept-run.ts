import type { Id } from "@/shared/api/id";
import { drafts, session } from "@/shared/session/session";
import { runDraft } from "./run-draft";
import { keptRunSchema, type Run } from "./schema";

/** Keeps the confirmed run that is under way in this tab, so that a reload can resume it. */
export const keptRuns = {
  read: (group: Id): Run | undefined => keptRunSchema.safeParse(drafts.read(runDraft(group))).data,

  write(group: Id, run: Run | undefined) {
    if (run === undefined) drafts.clear(runDraft(group));
    // After a logout the run has no owner any more, so it is not kept.
    else if (session.state() !== "signed-out") drafts.write(runDraft(group), run);
  },
};
