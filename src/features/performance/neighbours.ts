import { type Id, sameId } from "@/shared/api/id";

type Listed = { readonly scheduled_post_id: Id };

export type Neighbours = {
  readonly previous: Id | undefined;
  readonly next: Id | undefined;
  /** The post's place in the list, from 1; undefined if the list does not contain it. */
  readonly place: number | undefined;
};

/** Returns the posts before and after a post in the list's order. */
export function neighboursOf(posts: readonly Listed[], post: Id): Neighbours {
  const index = posts.findIndex(({ scheduled_post_id }) => sameId(scheduled_post_id, post));
  if (index === -1) return { previous: undefined, next: undefined, place: undefined };
  return {
    previous: posts[index - 1]?.scheduled_post_id,
    next: posts[index + 1]?.scheduled_post_id,
    place: index + 1,
  };
}
