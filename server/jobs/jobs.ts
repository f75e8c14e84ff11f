import { generate } from "./generate.ts";
import type { JobHandlers } from "./job.ts";
import { measure } from "./measure.ts";
import { newsletter, sendNewsletter } from "./newsletter.ts";
import { planDay } from "./plan-day.ts";
import { publish } from "./publish.ts";
import { refreshCredentials } from "./refresh-credentials.ts";
import { rotateSale, rotateSales } from "./rotate-sale.ts";
import { syncProducts } from "./sync-products.ts";

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
