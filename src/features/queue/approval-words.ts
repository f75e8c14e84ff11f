import { platformShortLabel } from "@/entities/account";
import { formatTimeOfDay, parseTime } from "@/shared/format/time";
import type { Approved, MadePost } from "./schema";

/** The schedule that an approval has made, in words; `detail` names the accounts that it left out. */
export type ApprovalInWords = {
  readonly title: string;
  readonly detail: string | undefined;
  readonly isScheduled: boolean;
};

/** The number of platforms that are named before the rest is counted. */
const mostNamed = 3;

/**
 * 'Approved. Goes out at 14:20 on Instagram, X and 2 more.' Undefined if the backend does not say which
 * posts it has made. Times are in ms. Posts of a paused group have a time too, at which they do not go out.
 */
export function approvalInWords(
  { posts, left_out }: Pick<Approved, "posts" | "left_out">,
  now: number,
  isPaused = false,
): ApprovalInWords | undefined {
  if (!posts || (posts.items.length === 0 && posts.unreadable > 0)) return undefined;
  const detail = left_out ?? undefined;
  if (posts.items.length === 0) {
    const title = "Approved, but not scheduled: no active account can publish it";
    return { title, detail, isScheduled: false };
  }
  if (isPaused) {
    const waits = "It waits until publishing resumes in its group.";
    // The built-in server says so itself.
    return { title: "Approved.", detail: detail ?? waits, isScheduled: true };
  }
  const words = ["Approved. Goes out", whenOf(posts.items, now), "on", whereOf(posts.items)];
  return { title: `${words.filter(Boolean).join(" ")}.`, detail, isScheduled: true };
}

/** 'at 14:20'; 'from 14:20' if the accounts have different times. */
function whenOf(posts: readonly MadePost[], now: number): string | undefined {
  const times = posts.flatMap(({ publish_at }) => parseTime(publish_at) ?? []);
  if (times.length < posts.length) return undefined;
  const first = Math.min(...times);
  const isSpread = Math.max(...times) - first >= 60_000;
  return `${isSpread ? "from" : "at"} ${formatTimeOfDay(first, now)}`;
}

/** 'Instagram, X and 2 more': a platform with several accounts is named once. */
function whereOf(posts: readonly MadePost[]): string {
  const counts = new Map<string, number>();
  for (const { platform_type } of posts) {
    counts.set(platform_type, (counts.get(platform_type) ?? 0) + 1);
  }
  const names = [...counts].map(([type, count]) =>
    count === 1 ? platformShortLabel(type) : `${platformShortLabel(type)} (${count} accounts)`,
  );
  if (names.length > mostNamed) {
    const more = names.length - mostNamed + 1;
    return `${names.slice(0, mostNamed - 1).join(", ")} and ${more} more`;
  }
  const last = names.at(-1) ?? "";
  return names.length === 1 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
