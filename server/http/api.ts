import { accountsSlice } from "../features/accounts/handlers.ts";
import { activitySlice } from "../features/activity/handlers.ts";
import { categoriesSlice } from "../features/categories/handlers.ts";
import { contentSlice } from "../features/content/handlers.ts";
import { failedWorkSlice } from "../features/failed-work/handlers.ts";
import { generationSlice } from "../features/generation/handlers.ts";
import { groupsSlice } from "../features/groups/handlers.ts";
import { integrationsSlice } from "../features/integrations/handlers.ts";
import { mediaSlice } from "../features/media/handlers.ts";
import { memeTemplatesSlice } from "../features/meme-templates/handlers.ts";
import { newsletterSlice } from "../features/newsletter/handlers.ts";
import { performanceSlice } from "../features/performance/handlers.ts";
import { productsSlice } from "../features/products/handlers.ts";
import { queueSlice } from "../features/queue/handlers.ts";
import { saleRotatorSlice } from "../features/sale-rotator/handlers.ts";
import { schedulerSlice } from "../features/scheduler/handlers.ts";
import type { Handlers, Tag } from "../kernel/handler.ts";

/** The slices of the product, in the order of the documentation. */
const slices = {
  media: mediaSlice,
  groups: groupsSlice,
  accounts: accountsSlice,
  categories: categoriesSlice,
  content: contentSlice,
  generation: generationSlice,
  queue: queueSlice,
  scheduler: schedulerSlice,
  activity: activitySlice,
  failedWork: failedWorkSlice,
  performance: performanceSlice,
  memeTemplates: memeTemplatesSlice,
  products: productsSlice,
  integrations: integrationsSlice,
  newsletter: newsletterSlice,
  saleRotator: saleRotatorSlice,
};

/** Returns one part of every slice, by the slice's name. */
const everySlice = <Part extends "tag" | "endpoints" | "handlers">(part: Part) =>
  Object.fromEntries(Object.entries(slices).map(([name, slice]) => [name, slice[part]])) as {
    readonly [Name in keyof typeof slices]: (typeof slices)[Name][Part];
  };

/** Every endpoint of the product, by slice. */
export const productApi = everySlice("endpoints");

/** The handler of each endpoint. */
export const productHandlers: Handlers<typeof productApi> = everySlice("handlers");

/** The name and description of each slice in the OpenAPI document. */
export const productTags: Readonly<Record<string, Tag>> = everySlice("tag");
