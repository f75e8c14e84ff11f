import { useQuery } from "@tanstack/react-query";
import { accountQueries } from "@/entities/account";
import { useGroupFilter } from "@/entities/group";
import { kindOf, type PostKind } from "@/entities/post";
import type { ScheduledPost } from "../schema";

/**
 * Returns a function that leaves the posts of the shown group in a list. A backend without
 * `group-filter` sends the posts of all groups: then a post is left out if its account is known not to
 * be one of the group's.
 */
export function useOfShownGroup() {
  const { own } = useGroupFilter();
  const accounts = useQuery({
    ...accountQueries.ofGroup(own?.id ?? ""),
    enabled: own !== undefined,
  });
  const known = own && accounts.data?.items;
  const isOfGroup = ({ social_account: on }: ScheduledPost) =>
    !known ||
    !on ||
    known.some(
      ({ platform_type, platform_username }) =>
        platform_type === on.platform_type && platform_username === on.platform_username,
    );
  return (posts: readonly ScheduledPost[]) => posts.filter(isOfGroup);
}

/** The same, and those of them that are of the shown kind. */
export function useShownPosts(kind: PostKind) {
  const ofShownGroup = useOfShownGroup();
  return (posts: readonly ScheduledPost[]) => {
    const ofGroup = ofShownGroup(posts);
    return {
      ofGroup,
      shown: ofGroup.filter((post) => kindOf(post.content_queue_item) === kind),
    };
  };
}
