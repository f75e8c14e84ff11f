import { accountsApi, accountsHandlers } from "../features/accounts/handlers.ts";
import { activityApi, activityHandlers } from "../features/activity/handlers.ts";
import { categoriesApi, categoriesHandlers } from "../features/categories/handlers.ts";
import { contentApi, contentHandlers } from "../features/content/handlers.ts";
import { failedWorkApi, failedWorkHandlers } from "../features/failed-work/handlers.ts";
import { generationApi, generationHandlers } from "../features/generation/handlers.ts";
import { groupsApi, groupsHandlers } from "../features/groups/handlers.ts";
import { integrationsApi, integrationsHandlers } from "../features/integrations/handlers.ts";
import { mediaApi, mediaHandlers } from "../features/media/handlers.ts";
import { memeTemplatesApi, memeTemplatesHandlers } from "../features/meme-templates/handlers.ts";
import { newsletterApi, newsletterHandlers } from "../features/newsletter/handlers.ts";
import { performanceApi, performanceHandlers } from "../features/performance/handlers.ts";
import { productsApi, productsHandlers } from "../features/products/handlers.ts";
import { queueApi, queueHandlers } from "../features/queue/handlers.ts";
import { saleRotatorApi, saleRotatorHandlers } from "../features/sale-rotator/handlers.ts";
import { schedulerApi, schedulerHandlers } from "../features/scheduler/handlers.ts";
import type { Handlers } from "../kernel/handler.ts";

/** Every endpoint of the product, by slice. */
export const productApi = {
  media: mediaApi,
  groups: groupsApi,
  accounts: accountsApi,
  categories: categoriesApi,
  content: contentApi,
  generation: generationApi,
  queue: queueApi,
  scheduler: schedulerApi,
  activity: activityApi,
  failedWork: failedWorkApi,
  performance: performanceApi,
  memeTemplates: memeTemplatesApi,
  products: productsApi,
  integrations: integrationsApi,
  newsletter: newsletterApi,
  saleRotator: saleRotatorApi,
};

/** The handler of each endpoint. */
export const productHandlers: Handlers<typeof productApi> = {
  media: mediaHandlers,
  groups: groupsHandlers,
  accounts: accountsHandlers,
  categories: categoriesHandlers,
  content: contentHandlers,
  generation: generationHandlers,
  queue: queueHandlers,
  scheduler: schedulerHandlers,
  activity: activityHandlers,
  failedWork: failedWorkHandlers,
  performance: performanceHandlers,
  memeTemplates: memeTemplatesHandlers,
  products: productsHandlers,
  integrations: integrationsHandlers,
  newsletter: newsletterHandlers,
  saleRotator: saleRotatorHandlers,
};
