import { saleRotatorDocs } from "@/features/sale-rotator/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { confirmedStep, stopRun } from "./sale-confirmed.ts";
import { dryRun, liveRun } from "./sale-execution.ts";
import { saveSaleSettings, showSaleSettings } from "./sale-settings.ts";

/** The endpoints of the sale rotator, and what handles each. */
export const saleRotatorSlice = slice(
  {
    name: "Sale rotator",
    description:
      "Puts products of a group's shop on sale and takes them off again, week by week. It changes real prices.",
  },
  saleRotatorDocs,
  {
    settings: ({ params }, context) => showSaleSettings(context, params.groupId),
    saveSettings: ({ params, body }, context) => saveSaleSettings(context, params.groupId, body),
    trigger: {
      outside: ({ params, query, user, command }, run) =>
        query.dry_run
          ? dryRun(run, params.groupId, "rotate")
          : liveRun(run, params.groupId, "rotate", { user, command }),
    },
    restore: {
      outside: ({ params, query, user, command }, run) =>
        query.dry_run
          ? dryRun(run, params.groupId, "restore")
          : liveRun(run, params.groupId, "restore", { user, command }),
    },
    triggerStep: {
      outside: ({ params, body, user, command }, run) =>
        confirmedStep(run, params.groupId, body, { user, command }),
    },
    stop: ({ params, query }, context) => stopRun(context, params.groupId, query.run_id),
  },
);
