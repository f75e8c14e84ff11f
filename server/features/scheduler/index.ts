export { hasOpenCall } from "./account-turn.ts";
export { claimReserved, takeTurn } from "./claims.ts";
export { rejectItemsWithoutPosts } from "./clears.ts";
export { countOverdue, enqueueDue, enqueuePublish } from "./due.ts";
export { enqueueLostSearches, recoverInterrupted, recoverLost } from "./lost-posts.ts";
export { isPaused, refuseIfPaused } from "./paused.ts";
export { publish } from "./publish-job.ts";
export { publishClaimed } from "./publishing.ts";
export { slotsFrom } from "./publishing-times.ts";
export {
  isWaiting,
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
