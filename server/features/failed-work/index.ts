export {
  deleteOldFailedWork,
  isListedWhenFailed,
  recordFailedWork,
  settleFailedWork,
} from "./failed-work.ts";
