import type { QueryClient } from "@tanstack/react-query";
import { SafeError } from "@/shared/api/errors";
import { fetchFresh } from "@/shared/query/prefetch";
import { type Posts, postsOf } from "./posts";
import { schedulerQueries } from "./queries";
import type { ScheduledPost } from "./schema";

/*
 * Scheduled posts as they are on the server now. They are read before each command, so that it does not
 * undo what somebody else has done since they were shown.
 */

/**
 * A post that is gone or is not scheduled any more stays as it was: the server refuses the command in its
 * own words.
 */
export async function readPosts(client: QueryClient, posts: Posts): Promise<Posts> {
  const read = async (post: ScheduledPost) => {
    try {
      const now = await fetchFresh(client, schedulerQueries.post(post.id));
      return now.status === "scheduled" ? now : post;
    } catch (error) {
      if (error instanceof SafeError && error.status === 404) return post;
      throw error;
    }
  };
  return postsOf(await Promise.all(posts.map(read))) ?? posts;
}

/** Returns true if a question would say something else of the posts than before. */
export const areOther = (shown: Posts, now: Posts) =>
  now.some((post, index) => wordsOf(post) !== wordsOf(shown[index]));

const wordsOf = (post: ScheduledPost | undefined) =>
  JSON.stringify([
    post?.publish_at,
    post?.content_queue_item?.text_content,
    post?.content_queue_item?.image_url,
    post?.content_queue_item?.video_url,
  ]);
