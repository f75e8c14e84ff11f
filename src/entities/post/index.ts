export {
  type Destination,
  kindNames,
  kindOf,
  type PostKind,
  publishingStatusOf,
  type QueueItem,
  type QueueStatus,
  queueCounts,
} from "./contract";
export { pendingCount } from "./queries";
export { Enlarged } from "./views/enlarged";
export { ListFoot, PagesFoot } from "./views/list-foot";
export { PostCover, PostThumb } from "./views/post-cover";
export { PostMedia } from "./views/post-media";
export { PostPreview } from "./views/post-preview";
export { Foldable, MarkedText, PostSummary, PostText } from "./views/post-text";
export { Doubt, heldEffect, PublishQuestion } from "./views/publish-question";
export { NextTry, SubredditResults } from "./views/publishing-notes";
