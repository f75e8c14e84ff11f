import { useId } from "react";
import { fitOf, isPlatform, PlatformGlyph, platformShortLabel } from "@/entities/account";
import { type GoesOut, kindOf, type QueueItem } from "@/entities/post";
import { formatTimeOfDay, parseTime } from "@/shared/format/time";
import { useNow } from "@/shared/time/use-now";
import styles from "./text-verdict.module.css";

/** So many accounts are listed on a card; those with a problem come first. */
const most = 6;

/** Where and when a post goes out if it is approved now, and how its text fits there. */
export function GoesOutOn({ item }: { item: QueueItem }) {
  const id = useId();
  const accounts = (item.goes_out_on?.items ?? []).map((account) => ({
    account,
    ...judge(account, item),
  }));
  if (accounts.length === 0) {
    return (
      <p className={styles.verdict} data-failing="">
        <span className={styles.label}>No active account takes it: it would not be scheduled.</span>
      </p>
    );
  }
  const listed = accounts
    .toSorted((one, other) => Number(one.isFitting) - Number(other.isFitting))
    .slice(0, most);
  return (
    <div
      className={styles.verdict}
      data-failing={accounts.every(({ isFitting }) => isFitting) ? undefined : ""}
    >
      <span id={id} className={styles.label}>
        Goes out on
      </span>
      <ul className={styles.accounts} aria-labelledby={id}>
        {listed.map(({ account, verdict, isFitting }, index) => (
          <li key={account.social_account_id ?? index} data-failing={isFitting ? undefined : ""}>
            <PlatformGlyph type={account.platform_type} />
            <span>
              {[platformShortLabel(account.platform_type), account.platform_username]
                .filter(Boolean)
                .join(" ")}
              : {verdict}
            </span>
          </li>
        ))}
        {accounts.length > most && <li>and {accounts.length - most} more</li>}
      </ul>
      <NextSlot accounts={accounts.map(({ account }) => account)} />
    </div>
  );
}

/** 'fits', '13 over', or 'left out: its last test failed'. */
function judge({ platform_type, why }: GoesOut, item: QueueItem) {
  if (why !== null && why !== undefined) {
    return { verdict: `left out: ${why.replace(/^it /, "")}`, isFitting: false };
  }
  const fit = isPlatform(platform_type)
    ? fitOf(platform_type, {
        text: item.text_content ?? "",
        title: item.title,
        hasMedia: kindOf(item) === "media",
      })
    : undefined;
  const problems = fit?.problemsBesideCount ?? [];
  return { verdict: problems.join(", ") || "fits", isFitting: problems.length === 0 };
}

/** The first time at which it goes out on any of the accounts. */
function NextSlot({ accounts }: { accounts: readonly GoesOut[] }) {
  const now = useNow();
  const times = accounts.flatMap(({ publish_at }) => parseTime(publish_at) ?? []);
  if (times.length === 0) return null;
  const first = Math.min(...times);
  return (
    <time dateTime={new Date(first).toISOString()}>Next slot {formatTimeOfDay(first, now)}</time>
  );
}
