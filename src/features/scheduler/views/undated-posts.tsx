import { counted } from "@/shared/format/number";
import { parseTime } from "@/shared/format/time";
import { WarningStrip } from "@/shared/ui/notice";
import type { ScheduledPost } from "../schema";

/** Says how many posts a calendar cannot show, because their time cannot be read. */
export function UndatedPosts({ posts }: { posts: readonly ScheduledPost[] }) {
  const count = posts.filter(({ publish_at }) => parseTime(publish_at) === undefined).length;
  if (count === 0) return null;
  return (
    <WarningStrip>
      {counted(count, "post")} {count === 1 ? "has" : "have"} a time that cannot be read. Switch to
      the list to see {count === 1 ? "it" : "them"}.
    </WarningStrip>
  );
}
