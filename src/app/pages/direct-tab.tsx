import type { Group } from "@/entities/group";
import { DirectPublishing } from "@/features/content";
import { performanceKey } from "@/features/performance";
import { schedulerQueries } from "@/features/scheduler";

/** The queries, besides the accounts, that a post published at once makes out of date. */
const besidePublishing = [schedulerQueries.all(), performanceKey];

export const DirectTab = ({ group }: { group: Group }) => (
  <DirectPublishing group={group.id} refreshes={besidePublishing} />
);
