export { queueApi } from "./contract";
export { queueQueries } from "./queries";
export { ApprovalQueue } from "./views/approval-queue";
export { EditDialog } from "./views/edit-dialog";
