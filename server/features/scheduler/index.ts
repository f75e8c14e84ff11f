export { hasOpenCall } from "./account-turn.ts";
export { claimReserved, takeTurn } from "./claims.ts";
export { rejectItemsWithoutPosts } from "./clear-posts.ts";
export { countOverdue, enqueueDue, enqueuePublish } from "./due.ts";
export { isPaused, refuseIfPaused } from "./paused.ts";
export { publish } from "./publish-job.ts";
export { publishClaimed } from "./publishing.ts";
export { slotsFrom } from "./publishing-times.ts";
export {
  isUnscheduled,
  type PostRow,
  type QueueRow,
  schedulePost,
  scheduleSoon,
  whyNot,
} from "./schedule.ts";
export { waitOf } from "./scheduled-posts.ts";
export { isFree, minSlotDistance, previewSlots, takenTimes } from "./slots.ts";
export {
  acceptsFormat,
  acceptsPost,
  enabledAccountsNow,
  suitableAccounts,
  suitableAccountsNow,
} from "./suitable-accounts.ts";
export { isNewerThanOurs, isTimeZone, zoneRelease } from "./time-zones.ts";
export {
  enqueueSearches,
  recoverAbandoned,
  recoverInterrupted,
  releaseReserved,
} from "./unknown-posts.ts";
