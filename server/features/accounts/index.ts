export {
  isUsable,
  leftOutInWords,
  noteError,
  noteTest,
  type ReadCredentials,
  unusableInWords,
  waitsForCredentials,
  whyUnusable,
} from "./account-health.ts";
export { findAccount, insertAccount } from "./accounts.ts";
export {
  type AccountRow,
  openAccount,
  platformAccount,
  proxyOf,
  readCredentials,
  replaceCredentials,
} from "./platform-account.ts";
export { redditFlairs, redditToConnect, saveConnection } from "./reddit.ts";
export { enqueueRefreshes, refreshCredentials } from "./refresh-credentials-job.ts";
export { accountToConnect, findTikTokAccount, saveTikTok, tiktokOf } from "./tiktok.ts";
