import { useState } from "react";
import type { Group } from "@/entities/group";
import { clock } from "@/shared/time/clock";
import { toasts } from "@/shared/toast/toast";
import type { DryRun } from "../dry-run";
import { unreadDryRun, useDryRun, useLiveRun } from "../mutations";
import type { SaleSettings } from "../schema";

/** The runs that are a single request: the dry run and the live run. */
export function useRuns(
  group: Group,
  settings: SaleSettings,
  onDryRun: (dryRun: DryRun | undefined) => void,
) {
  const dry = useDryRun();
  const live = useLiveRun();
  const [isUnread, setUnread] = useState(false);
  const liveRun = { params: { groupId: group.id }, query: { dry_run: false } };

  async function runDry() {
    setUnread(false);
    const at = clock.now();
    const outcome = await dry.send({ params: { groupId: group.id }, query: { dry_run: true } });
    if (outcome.kind === "ok") {
      onDryRun({ group, settings, at, rotation: outcome.reply.summary });
    } else if (outcome.kind === "unreadable") {
      setUnread(true);
      toasts.show({ kind: "error", title: unreadDryRun.text, detail: unreadDryRun.detail });
    }
  }

  /** @returns true if the run is over, so that the dialog may close */
  async function runLive(): Promise<boolean> {
    const outcome = await live.send(liveRun);
    if (outcome.kind === "held") return false;
    const isDone = outcome.kind === "ok" || outcome.kind === "unreadable";
    // A run that may have changed the shop makes every earlier dry run worthless.
    if (isDone || outcome.kind === "unknown") onDryRun(undefined);
    return isDone;
  }

  return {
    dry: { run: runDry, isBusy: dry.isBusy, failure: isUnread ? unreadDryRun : dry.failure },
    live: {
      run: runLive,
      isBusy: live.isBusy,
      failure: live.failure,
      mayRepeat: live.mayRepeat(liveRun),
      forget: live.forget,
    },
  };
}

export type LiveRun = ReturnType<typeof useRuns>["live"];
