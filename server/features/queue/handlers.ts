import { queueDocs } from "@/features/queue/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { approveItem, countQueue, listQueue, rejectItem } from "./queue.ts";
import { editItem, itemToEdit, reopenItem } from "./queue-changes.ts";

/** The endpoints of the approval queue, and what handles each. */
export const queueSlice = slice(
  {
    name: "Approval queue",
    description: "Generated posts that wait for approval or rejection.",
  },
  queueDocs,
  {
    list: ({ query }, context) => listQueue(context, query),
    counts: ({ query }, context) => countQueue(context, query),
    approve: ({ params, query }, context) => approveItem(context, params.id, query),
    reject: ({ params }, context) => rejectItem(context, params.id),
    detail: ({ params }, context) => itemToEdit(context, params.id),
    edit: ({ params, body }, context) => editItem(context, params.id, body),
    reopen: ({ params }, context) => reopenItem(context, params.id),
  },
);
