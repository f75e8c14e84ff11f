import type { Group } from "@/entities/group";
import { DirectPublishing } from "@/features/content";
import { performanceKey } from "@/features/performance";
import { schedulerQueries } from "@/features/scheduler";

/** What a post that goes out at once makes out of date beside its accounts. */
const besidePublishing = [schedulerQueries.all(), performanceKey];

export const DirectTab = ({ group }: { group: Group }) => (
  <DirectPublishing group={group.id} refreshes={besidePublishing} />
);
