import type { Id } from "@/shared/api/id";

/** Apart from the queries, so that who asks whether it is here does not bring their contract along. */
export const saleRotatorKeys = {
  all: () => ["sale-rotator"] as const,
  settings: (group: Id) => [...saleRotatorKeys.all(), "settings", String(group)] as const,
};
