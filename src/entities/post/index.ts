export { queueCounts } from "./contract";
export { publishingStatusOf } from "./publishing-status";
export { waitingPosts } from "./queries";
export {
  type GoesOut,
  kindOf,
  type PostKind,
  type QueueItem,
  type QueueStatus,
} from "./schema";
export { Enlarged } from "./views/enlarged";
export { Foldable } from "./views/foldable";
export { HiddenByTab } from "./views/hidden-by-tab";
export { MarkedText } from "./views/marked-text";
export { NextTry } from "./views/next-try";
export { PostCover } from "./views/post-cover";
export { PostMedia } from "./views/post-media";
export { PostPreview } from "./views/post-preview";
export { PostText } from "./views/post-text";
export { PostThumb } from "./views/post-thumb";
export { heldEffect, PublishQuestion } from "./views/publish-question";
export { SubredditResults } from "./views/subreddit-results";
