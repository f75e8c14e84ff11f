import { queueDocs } from "@/features/queue/contract-docs";
import type { SliceHandlers } from "../../kernel/handler.ts";
import { approveItem, countQueue, listQueue, rejectItem } from "./queue.ts";
import { editItem, itemToEdit, reopenItem } from "./queue-changes.ts";

/** The endpoints of the approval queue. */
export const queueApi = queueDocs;

/** Handles each endpoint of the approval queue. */
export const queueHandlers: SliceHandlers<typeof queueApi> = {
  list: ({ query }, context) => listQueue(context, query),
  counts: ({ query }, context) => countQueue(context, query),
  approve: ({ params, query }, context) => approveItem(context, params.id, query),
  reject: ({ params }, context) => rejectItem(context, params.id),
  detail: ({ params }, context) => itemToEdit(context, params.id),
  edit: ({ params, body }, context) => editItem(context, params.id, body),
  reopen: ({ params }, context) => reopenItem(context, params.id),
};
