import { fitOf, isPlatform, platformShortLabel } from "@/entities/account";
import { type Destination, kindOf, type QueueItem } from "@/entities/post";
import type { Id } from "@/shared/api/id";

/** The outcome of a post on one account if it were approved now. */
export type Verdict = {
  readonly account: Destination;
  readonly kind: "fails" | "left out" | "fits";
  /** '13 over', or 'its last test failed'; empty if it fits. */
  readonly reason: string;
  /** The price of the link in its text; undefined if there is no link, or it is free. */
  readonly price?: string | undefined;
};

/** The parts of a post that platforms have rules for. */
export const contentOf = ({ text_content, title, reddit_title, ...media }: QueueItem) => ({
  text: text_content ?? "",
  // Only Reddit takes a title, and its own one first.
  title: reddit_title || title,
  hasMedia: kindOf({ text_content, ...media }) === "media",
});

/** Returns a verdict for each account that the server names; none if it names no destinations. */
export const verdictsOf = (item: QueueItem): readonly Verdict[] =>
  (item.goes_out_on?.items ?? []).map((account) => ({ account, ...judge(account, item) }));

function judge({ platform_type, why }: Destination, item: QueueItem): Omit<Verdict, "account"> {
  if (typeof why === "string") return { kind: "left out", reason: why.replace(/^it /, "") };
  if (!isPlatform(platform_type)) return { kind: "fits", reason: "" };
  const { problemsBesideCount: problems, price } = fitOf(platform_type, contentOf(item));
  return { kind: problems.length > 0 ? "fails" : "fits", reason: problems.join(", "), price };
}

/** Returns true if the post breaks a known rule of one of its destinations. */
export const breaksRule = (item: QueueItem) =>
  verdictsOf(item).some(({ kind }) => kind === "fails");

/** Says what fails in one line: '13 over on X, needs a title on Reddit'. */
export const saysWhatFails = (item: QueueItem) => linesOfWhatFails(item).join(", ");

export const linesOfWhatFails = (item: QueueItem): readonly string[] => {
  const verdicts = verdictsOf(item);
  const lines = failing(verdicts).map(
    ({ account, reason }) => `${reason} on ${nameAmong(verdicts, account)}`,
  );
  return [...new Set(lines)];
};

/** The approval of a post without the accounts on which it breaks a rule. */
type Rest = {
  /** 'X', 'X and Reddit', or '3 accounts': what is left out. */
  readonly leftOut: string;
  /** The accounts that it then goes out on. */
  readonly ids: readonly Id[];
};

/** Returns undefined if no account would remain, or if the server does not name one that would. */
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

/** Names a destination: 'X', or 'X zimska' among several accounts of X. */
function nameAmong(
  verdicts: readonly Verdict[],
  { platform_type, platform_username }: Destination,
) {
  const sames = verdicts.filter(
    ({ account, kind }) => kind !== "left out" && account.platform_type === platform_type,
  );
  const label = platformShortLabel(platform_type);
  return sames.length > 1 && platform_username ? `${label} ${platform_username}` : label;
}
