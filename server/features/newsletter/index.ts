export { findReceiver, isTaken, receiveReport } from "./mail-events.ts";
export { deleteOldMails, recoverAbandonedMails, recoverMails } from "./newsletter-mails.ts";
export { newsletter, sendNewsletter } from "./send-job.ts";
export { readUnsubscribeLink, unsubscribe, unsubscribePath } from "./unsubscribing.ts";
