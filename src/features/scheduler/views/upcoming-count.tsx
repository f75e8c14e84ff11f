import { useQuery } from "@tanstack/react-query";
import { useGroupFilter } from "@/entities/group";
import type { PostKind } from "@/entities/post";
import { counted } from "@/shared/format/number";
import { mayHaveMore } from "../listed";
import { schedulerQueries } from "../queries";
import { useShownPosts } from "./use-shown-posts";

/** Nothing until the status is there: whether it loads or fails is shown where it is listed. */
export function UpcomingCount({ kind }: { kind: PostKind }) {
  const { asked } = useGroupFilter();
  const status = useQuery(schedulerQueries.status(asked)).data;
  const shownOf = useShownPosts(kind);
  if (!status) return null;
  const { length } = shownOf(status.upcoming_posts.items).shown;
  return mayHaveMore(status, "upcoming_posts") ? `${length}+ posts` : counted(length, "post");
}
