export { publishingStatusOf } from "./publishing-status";
export {
  type GoesOut,
  kindOf,
  type PostKind,
  type QueueItem,
  type QueueStatus,
  writtenFields,
} from "./schema";
export { Foldable } from "./views/foldable";
export { HiddenByTab } from "./views/hidden-by-tab";
export { MarkedText } from "./views/marked-text";
export { PostMedia } from "./views/post-media";
export { PostText } from "./views/post-text";
export { PostThumb } from "./views/post-thumb";
export { PublishQuestion } from "./views/publish-question";
