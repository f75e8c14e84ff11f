import { useState } from "react";
import type { Group } from "@/entities/group";
import { reasonOf } from "@/shared/api/errors";
import type { Failure } from "@/shared/query/outcome";
import { clock } from "@/shared/time/clock";
import { toasts } from "@/shared/toast/toast";
import type { DryRun } from "../dry-run";
import { dryRunFailure, useDryRun, useLiveRun } from "../mutations";
import type { SaleSettings } from "../schema";

/** The runs that are one call: to see what would change, and to change it. */
export function useRuns(
  group: Group,
  settings: SaleSettings,
  onDryRun: (dryRun: DryRun | undefined) => void,
) {
  const dry = useDryRun();
  const live = useLiveRun();
  const [failure, setFailure] = useState<Failure>();

  async function runDry() {
    setFailure(undefined);
    const at = clock.now();
    const outcome = await dry.send({ params: { groupId: group.id }, query: { dry_run: true } });
    if (outcome.kind === "held") return;
    if (outcome.kind === "ok") {
      onDryRun({ group, settings, at, rotation: outcome.reply.summary });
      toasts.show({ kind: "success", title: "Dry run completed! Review the results below." });
      return;
    }
    const failed = failureOfDryRun(outcome);
    setFailure(failed);
    toasts.show({
      kind: "error",
      title: failed.text,
      ...(failed.detail && { detail: failed.detail }),
    });
  }

  /** @returns whether it is over, so that the question may close */
  async function runLive(): Promise<boolean> {
    const outcome = await live.send({ params: { groupId: group.id }, query: { dry_run: false } });
    if (outcome.kind === "held") return false;
    const isDone = outcome.kind === "ok" || outcome.kind === "unreadable";
    // What may have changed the shop makes any dry run before it worth nothing.
    if (isDone || outcome.kind === "unknown") onDryRun(undefined);
    return isDone;
  }

  return {
    dry: { run: runDry, isBusy: dry.isBusy, failure },
    live: { run: runLive, isBusy: live.isBusy, failure: live.failure, forget: live.forget },
  };
}

export type LiveRun = ReturnType<typeof useRuns>["live"];

/** Nothing is changed by a dry run, however it ended: there is no doubt to tell of. */
function failureOfDryRun(
  outcome: Exclude<
    Awaited<ReturnType<ReturnType<typeof useDryRun>["send"]>>,
    { kind: "ok" | "held" }
  >,
): Failure {
  if (outcome.kind === "unreadable") {
    return { text: dryRunFailure, detail: "The answer of the server could not be read." };
  }
  const { detail } = outcome.error;
  return detail ? { text: detail } : { text: dryRunFailure, detail: reasonOf(outcome.error) };
}
