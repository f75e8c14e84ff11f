export { queueQueries } from "./queries";
export { ApprovalQueue } from "./views/approval-queue";
