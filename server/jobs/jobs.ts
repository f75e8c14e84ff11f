import { refreshCredentials } from "../features/accounts/index.ts";
import { generate, planDay } from "../features/generation/index.ts";
import { syncProducts } from "../features/integrations/index.ts";
import { newsletter, sendNewsletter } from "../features/newsletter/index.ts";
import { measure } from "../features/performance/index.ts";
import { rotateSale, rotateSales } from "../features/sale-rotator/index.ts";
import { publish } from "../features/scheduler/index.ts";
import type { JobHandlers } from "../kernel/runs.ts";

/** The handler of each job. */
export const jobs: JobHandlers = {
  generate,
  publish,
  "plan-day": planDay,
  measure,
  "refresh-credentials": refreshCredentials,
  "sync-products": syncProducts,
  "rotate-sales": rotateSales,
  "rotate-sale": rotateSale,
  newsletter,
  "send-newsletter": sendNewsletter,
};
