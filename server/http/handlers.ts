import { accountApi } from "@/entities/account/contract";
import { categoryApi } from "@/entities/category/contract";
import { groupApi } from "@/entities/group/contract";
import { accountsApi } from "@/features/accounts/contract";
import { categoriesApi } from "@/features/categories/contract";
import { generationApi } from "@/features/generation/contract";
import { groupsApi } from "@/features/groups/contract";
import { memeTemplatesApi } from "@/features/meme-templates/contract";
import { performanceApi } from "@/features/performance/contract";
import { productsApi } from "@/features/products/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import {
  addAccount,
  clearCredentials,
  listAccounts,
  primeSession,
  removeAccount,
  setCredentials,
  testAccount,
} from "../domain/accounts.ts";
import { addCategory, listCategories } from "../domain/categories.ts";
import {
  generateAndApprove,
  generationStatus,
  triggerGeneration,
  triggerGroupQuota,
} from "../domain/generation.ts";
import { changeGroup, createGroup, listGroups, setMascot, setProxy } from "../domain/groups.ts";
import {
  addMemeTemplate,
  listMemeTemplates,
  removeMemeTemplate,
  updateMemeTemplate,
} from "../domain/meme-templates.ts";
import {
  backfillPerformance,
  listPerformance,
  readPerformance,
  testPerformanceFetch,
} from "../domain/performance.ts";
import { addProduct, listProducts, removeProduct, updateProduct } from "../domain/products.ts";
import { approveItem, listQueue, rejectItem } from "../domain/queue.ts";
import { listUpcoming, queuePlanner, retryPost, schedulerStatus } from "../domain/schedule.ts";
import type { Handlers } from "./serve.ts";

/** Every call of the product, by slice. */
export const productApi = {
  groups: { ...groupApi, ...groupsApi },
  accounts: { ...accountApi, ...accountsApi },
  categories: { ...categoryApi, ...categoriesApi },
  generation: generationApi,
  queue: queueApi,
  scheduler: schedulerApi,
  performance: performanceApi,
  memeTemplates: memeTemplatesApi,
  products: productsApi,
};

/** What answers each of them. */
export const productHandlers: Handlers<typeof productApi> = {
  groups: {
    list: (_, context) => listGroups(context),
    create: ({ body }, context) => createGroup(context, body),
    change: ({ params, body }, context) => changeGroup(context, params.id, body),
    setMascot: ({ params, body }, context) => setMascot(context, params.id, body),
    setProxy: ({ params, body }, context) => setProxy(context, params.id, body),
  },
  accounts: {
    list: ({ params }, context) => listAccounts(context, params.id),
    add: ({ params, body }, context) => addAccount(context, params.id, body),
    test: { outside: ({ params }, run) => testAccount(run, params.id) },
    clearCredentials: ({ params }, context) => clearCredentials(context, params.id),
    setCredentials: ({ params, body }, context) => setCredentials(context, params.id, body),
    primeSession: ({ params }, context) => primeSession(context, params.id),
    backfillPerformance: ({ params }, context) => backfillPerformance(context, params.accountId),
    testPerformanceFetch: {
      outside: ({ params }, run) => testPerformanceFetch(run, params.accountId),
    },
    remove: ({ params }, context) => removeAccount(context, params.id),
  },
  categories: {
    list: ({ params }, context) => listCategories(context, params.id),
    add: ({ params, body }, context) => addCategory(context, params.id, body),
  },
  generation: {
    status: ({ query }, context) => generationStatus(context, query.group_id),
    trigger: ({ params, query }, context) => triggerGeneration(context, params.categoryId, query),
    triggerGroupQuota: ({ params, query }, context) =>
      triggerGroupQuota(context, params.groupId, query.generation_type),
    generateAndApprove: ({ body }, context) => generateAndApprove(context, body),
  },
  queue: {
    list: ({ query }, context) => listQueue(context, query),
    approve: ({ params }, context) => approveItem(context, params.id),
    reject: ({ params }, context) => rejectItem(context, params.id),
  },
  scheduler: {
    upcoming: ({ query }, context) => listUpcoming(context, query),
    status: (_, context) => schedulerStatus(context),
    retry: ({ params }, context) => retryPost(context, params.id),
    runDailyPlanner: (_, context) => queuePlanner(context),
  },
  performance: {
    list: ({ query }, context) => listPerformance(context, query),
    detail: ({ params }, context) => readPerformance(context, params.id),
  },
  memeTemplates: {
    list: (_, context) => listMemeTemplates(context),
    add: ({ body }, context) => addMemeTemplate(context, body),
    update: ({ params, body }, context) => updateMemeTemplate(context, params.id, body),
    remove: ({ params }, context) => removeMemeTemplate(context, params.id),
  },
  products: {
    list: (_, context) => listProducts(context),
    add: ({ body }, context) => addProduct(context, body),
    update: ({ params, body }, context) => updateProduct(context, params.id, body),
    remove: ({ params }, context) => removeProduct(context, params.id),
  },
};
