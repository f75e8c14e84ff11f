import { AppBskyEmbedRecord, AppBskyFeedPost, type AtpAgent } from "@atproto/api";
import type { Counts } from "./app-view.ts";

type Total = { -readonly [Name in keyof Counts]-?: number };

/**
 * Counts what an AppView counts, from the records of all accounts of one server: likes, reposts, replies
 * and quotes, by the address of the post that they are about. A PDS alone does not count them.
 */
export async function countsOn(reader: AtpAgent): Promise<ReadonlyMap<string, Counts>> {
  const counts = new Map<string, Total>();
  const add = (uri: string | undefined, name: keyof Total) => {
    if (uri === undefined) return;
    const none = { likeCount: 0, replyCount: 0, repostCount: 0, quoteCount: 0 };
    const total = counts.get(uri) ?? none;
    counts.set(uri, { ...total, [name]: total[name] + 1 });
  };
  const { repos } = (await reader.com.atproto.sync.listRepos({ limit: 100 })).data;
  for (const { did } of repos) {
    const recordsOf = async (collection: string) =>
      (await reader.com.atproto.repo.listRecords({ repo: did, collection, limit: 100 })).data
        .records;
    for (const { value } of await recordsOf("app.bsky.feed.like"))
      add(subjectOf(value), "likeCount");
    for (const { value } of await recordsOf("app.bsky.feed.repost")) {
      add(subjectOf(value), "repostCount");
    }
    for (const { value } of await recordsOf("app.bsky.feed.post")) {
      if (!AppBskyFeedPost.isRecord(value)) continue;
      const { reply, embed } = value as AppBskyFeedPost.Record;
      add(reply?.parent.uri, "replyCount");
      if (AppBskyEmbedRecord.isMain(embed)) add(embed.record.uri, "quoteCount");
    }
  }
  return counts;
}

/** The lexicon of likes and reposts is the same: https://docs.bsky.app */
const subjectOf = (value: unknown) => (value as { subject?: { uri?: string } }).subject?.uri;
