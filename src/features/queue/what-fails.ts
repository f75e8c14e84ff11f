import { platformShortLabel } from "@/entities/account";
import type { GoesOut, QueueItem } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import { type Verdict, verdictsOf } from "./verdicts";

/** '13 over on X, needs a title on Reddit' */
export const saysWhatFails = (item: QueueItem) => linesOfWhatFails(item).join(", ");

export const linesOfWhatFails = (item: QueueItem): readonly string[] => {
  const verdicts = verdictsOf(item);
  const lines = failing(verdicts).map(
    ({ account, reason }) => `${reason} on ${nameAmong(verdicts, account)}`,
  );
  return [...new Set(lines)];
};

/** How a post is approved without the accounts on which it breaks a rule. */
export type Rest = {
  /** 'X', 'X and Reddit', or '3 accounts': what is left out. */
  readonly leftOut: string;
  /** The accounts that it then goes out on. */
  readonly ids: readonly Id[];
};

/** Undefined if no account would remain, or if the server does not name one that would. */
export function restOf(item: QueueItem): Rest | undefined {
  const verdicts = verdictsOf(item);
  const fitting = verdicts.filter(({ kind }) => kind === "fits");
  const ids = fitting.flatMap(({ account }) => account.social_account_id ?? []);
  if (ids.length === 0 || ids.length < fitting.length) return undefined;
  const names = failing(verdicts).map(({ account }) => nameAmong(verdicts, account));
  const leftOut = names.length > 2 ? `${names.length} accounts` : names.join(" and ");
  return { leftOut, ids };
}

const failing = (verdicts: readonly Verdict[]) => verdicts.filter(({ kind }) => kind === "fails");

/** 'X', or 'X zimska' if the post goes out on several accounts of X. */
function nameAmong(verdicts: readonly Verdict[], { platform_type, platform_username }: GoesOut) {
  const sames = verdicts.filter(
    ({ account, kind }) => kind !== "left out" && account.platform_type === platform_type,
  );
  const label = platformShortLabel(platform_type);
  return sames.length > 1 && platform_username ? `${label} ${platform_username}` : label;
}
