import type { JobHandlers } from "./boss.ts";
import { generate } from "./generate.ts";
import { metrics } from "./metrics.ts";
import { planDay } from "./plan-day.ts";
import { publish } from "./publish.ts";

/** What is done for each job. */
export const jobs: JobHandlers = { generate, publish, "plan-day": planDay, metrics };
