import { accountDocs } from "@/entities/account/contract-docs";
import { categoryDocs } from "@/entities/category/contract-docs";
import { groupDocs } from "@/entities/group/contract-docs";
import { integrationDocs } from "@/entities/integration/contract-docs";
import { mediaDocs } from "@/entities/media/contract-docs";
import { accountsDocs } from "@/features/accounts/contract-docs";
import { activityDocs } from "@/features/activity/contract-docs";
import { categoriesDocs } from "@/features/categories/contract-docs";
import { contentDocs } from "@/features/content/contract-docs";
import { failedWorkDocs } from "@/features/failed-work/contract-docs";
import { generationDocs } from "@/features/generation/contract-docs";
import { groupsDocs } from "@/features/groups/contract-docs";
import { integrationsDocs } from "@/features/integrations/contract-docs";
import { memeTemplatesDocs } from "@/features/meme-templates/contract-docs";
import { newsletterDocs } from "@/features/newsletter/contract-docs";
import { performanceDocs } from "@/features/performance/contract-docs";
import { productsDocs } from "@/features/products/contract-docs";
import { queueDocs } from "@/features/queue/contract-docs";
import { saleRotatorDocs } from "@/features/sale-rotator/contract-docs";
import { schedulerDocs } from "@/features/scheduler/contract-docs";
import {
  addAccount,
  clearCredentials,
  listAccounts,
  primeSession,
  removeAccount,
  setCredentials,
  testAccount,
} from "../domain/accounts.ts";
import { listActivity, listPeople } from "../domain/activity.ts";
import { addCategory, changeCategory, listCategories } from "../domain/categories.ts";
import { clearFailed, clearScheduled } from "../domain/clears.ts";
import {
  addContent,
  clearLastUsed,
  convertToVideo,
  editContent,
  listContent,
  reconvertVideo,
  removeContent,
} from "../domain/content.ts";
import { listUnsettled } from "../domain/duplicates.ts";
import { listFailedWork, runFailedWorkAgain } from "../domain/failed-work.ts";
import { fillCategoryQuota, fillGroupQuota } from "../domain/fill-quota.ts";
import {
  generateAndApprove,
  generationStatus,
  triggerGeneration,
  triggerGroupQuota,
} from "../domain/generation.ts";
import {
  categoryContents,
  groupContents,
  removeCategory,
  removeGroup,
} from "../domain/group-contents.ts";
import { pauseGroup, resumeGroup, waitingPosts } from "../domain/group-pause.ts";
import {
  changeGroup,
  createGroup,
  listGroups,
  renameGroup,
  setMascot,
  setProxy,
  setSlots,
  testProxy,
} from "../domain/groups.ts";
import {
  adAccounts,
  addIntegration,
  copyIntegration,
  listAllIntegrations,
  listIntegrations,
  queueSync,
  removeIntegration,
  testIntegration,
} from "../domain/integrations.ts";
import {
  addMemeTemplate,
  listMemeTemplates,
  removeMemeTemplate,
  updateMemeTemplate,
} from "../domain/meme-templates.ts";
import { readNewsletter, saveNewsletter, sendTest } from "../domain/newsletter.ts";
import { listNewsletterMails } from "../domain/newsletter-list.ts";
import {
  listPerformance,
  performanceByCategory,
  readPerformance,
  testPerformanceFetch,
} from "../domain/performance.ts";
import { postNow, publishDirectly } from "../domain/post-now.ts";
import { addProduct, listProducts, removeProduct, updateProduct } from "../domain/products.ts";
import { approveItem, countQueue, listQueue, rejectItem } from "../domain/queue.ts";
import { editItem, itemToEdit, reopenItem } from "../domain/queue-changes.ts";
import { redditFlairs } from "../domain/reddit.ts";
import { backfillPerformance, refreshInstagram } from "../domain/refresh-figures.ts";
import { confirmedStep, stopRun } from "../domain/sale-confirmed.ts";
import { dryRestore, dryRun, liveRun, restoreRun } from "../domain/sale-execution.ts";
import { saveSaleSettings, showSaleSettings } from "../domain/sale-settings.ts";
import { listUpcoming, queuePlanner, retryPost, schedulerStatus } from "../domain/schedule.ts";
import {
  cancelPost,
  findPost,
  nextSlotOf,
  publishPostNow,
  reschedulePost,
} from "../domain/schedule-changes.ts";
import { storeMedia } from "../domain/stored-media.ts";
import { addSubscriber, listSubscribers, removeSubscriber } from "../domain/subscribers.ts";
import { previewDay } from "../jobs/plan-day.ts";
import type { Handlers } from "./handler.ts";

/** Every endpoint of the product, by slice. */
export const productApi = {
  groups: { ...groupDocs, ...groupsDocs },
  accounts: { ...accountDocs, ...accountsDocs },
  categories: { ...categoryDocs, ...categoriesDocs },
  content: contentDocs,
  media: mediaDocs,
  generation: generationDocs,
  queue: queueDocs,
  scheduler: schedulerDocs,
  activity: activityDocs,
  failedWork: failedWorkDocs,
  performance: performanceDocs,
  memeTemplates: memeTemplatesDocs,
  products: productsDocs,
  integrations: { ...integrationDocs, ...integrationsDocs },
  newsletter: newsletterDocs,
  saleRotator: saleRotatorDocs,
};

/** The handler of each endpoint. */
export const productHandlers: Handlers<typeof productApi> = {
  media: {
    upload: { outside: ({ file }, { ports }) => storeMedia(ports.mediaStore, file) },
  },
  groups: {
    list: (_, context) => listGroups(context),
    create: ({ body }, context) => createGroup(context, body),
    change: ({ params, body }, context) => changeGroup(context, params.id, body),
    setMascot: ({ params, body }, context) => setMascot(context, params.id, body),
    setProxy: ({ params, body }, context) => setProxy(context, params.id, body),
    testProxy: { outside: ({ params }, run) => testProxy(run, params.id) },
    setSlots: ({ params, body }, context) => setSlots(context, params.id, body),
    waitingPosts: ({ params }, context) => waitingPosts(context, params.id),
    pause: ({ params }, context) => pauseGroup(context, params.id),
    resume: ({ params }, context) => resumeGroup(context, params.id),
    rename: ({ params, body }, context) => renameGroup(context, params.id, body),
    contents: ({ params }, context) => groupContents(context, params.id),
    remove: ({ params }, context) => removeGroup(context, params.id),
  },
  accounts: {
    list: ({ params }, context) => listAccounts(context, params.id),
    add: { outside: ({ params, body }, run) => addAccount(run, params.id, body) },
    test: { outside: ({ params }, run) => testAccount(run, params.id) },
    clearCredentials: ({ params }, context) => clearCredentials(context, params.id),
    setCredentials: {
      outside: ({ params, body }, run) => setCredentials(run, params.id, body),
    },
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
    change: ({ params, body }, context) => changeCategory(context, params.id, body),
    contents: ({ params }, context) => categoryContents(context, params.id),
    remove: ({ params }, context) => removeCategory(context, params.id),
    redditFlairs: {
      outside: ({ params, query }, run) => redditFlairs(run, params.subreddit, query.group_id),
    },
  },
  content: {
    list: ({ params, query }, context) => listContent(context, params.id, query),
    add: ({ params, body }, context) => addContent(context, params.id, body),
    edit: ({ params, body }, context) => editContent(context, params.id, body),
    convertToVideo: {
      outside: ({ params, command }, run) => convertToVideo(run, command, params.id),
    },
    reconvertVideo: {
      outside: ({ params, command }, run) => reconvertVideo(run, command, params.id),
    },
    clearLastUsed: ({ params }, context) => clearLastUsed(context, params.id),
    postNow: {
      outside: ({ params, command, body, query }, run) =>
        postNow(run, command, params.id, { ...body, ...query }),
    },
    unsettledPosts: ({ params }, context) => listUnsettled(context, params.id),
    remove: ({ params }, context) => removeContent(context, params.id),
    publish: { outside: ({ command, body }, run) => publishDirectly(run, command, body) },
  },
  generation: {
    status: ({ query }, context) => generationStatus(context, query.group_id),
    trigger: ({ params, query }, context) => triggerGeneration(context, params.categoryId, query),
    triggerGroupQuota: ({ params, query }, context) =>
      triggerGroupQuota(context, params.groupId, query.generation_type),
    fillCategoryQuota: ({ params }, context) => fillCategoryQuota(context, params.id),
    fillGroupQuota: ({ params }, context) => fillGroupQuota(context, params.id),
    generateAndApprove: ({ body }, context) => generateAndApprove(context, body),
  },
  queue: {
    list: ({ query }, context) => listQueue(context, query),
    counts: ({ query }, context) => countQueue(context, query),
    approve: ({ params, query }, context) => approveItem(context, params.id, query),
    reject: ({ params }, context) => rejectItem(context, params.id),
    detail: ({ params }, context) => itemToEdit(context, params.id),
    edit: ({ params, body }, context) => editItem(context, params.id, body),
    reopen: ({ params }, context) => reopenItem(context, params.id),
  },
  scheduler: {
    upcoming: ({ query }, context) => listUpcoming(context, query),
    status: ({ query }, context) => schedulerStatus(context, query),
    detail: ({ params }, context) => findPost(context, params.id),
    nextSlot: ({ params }, context) => nextSlotOf(context, params.id),
    reschedule: ({ params, body }, context) => reschedulePost(context, params.id, body),
    cancel: ({ params }, context) => cancelPost(context, params.id),
    publishNow: ({ params }, context) => publishPostNow(context, params.id),
    retry: ({ params, query }, context) => retryPost(context, params.id, query),
    planPreview: (_, context) => previewDay(context),
    runDailyPlanner: (_, context) => queuePlanner(context),
    clearFailed: ({ query }, context) => clearFailed(context, query),
    clearScheduled: (_, context) => clearScheduled(context),
  },
  activity: {
    list: ({ query }, context) => listActivity(context, query),
    people: (_, context) => listPeople(context),
  },
  failedWork: {
    list: (_, context) => listFailedWork(context),
    runAgain: ({ params }, context) => runFailedWorkAgain(context, params.id),
  },
  performance: {
    list: ({ query }, context) => listPerformance(context, query),
    detail: ({ params }, context) => readPerformance(context, params.id),
    byCategory: ({ query }, context) => performanceByCategory(context, query.group_id),
    refreshInstagram: ({ params }, context) => refreshInstagram(context, params.groupId),
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
  integrations: {
    list: ({ params }, context) => listIntegrations(context, params.id),
    all: (_, context) => listAllIntegrations(context),
    add: { outside: ({ params, body }, run) => addIntegration(run, params.id, body) },
    remove: ({ params }, context) => removeIntegration(context, params.id),
    copy: ({ body }, context) => copyIntegration(context, body),
    test: { outside: ({ params }, run) => testIntegration(run, params.id) },
    adAccounts: { outside: ({ body }, { ports }) => adAccounts(ports, body.user_access_token) },
    syncProducts: ({ params }, context) => queueSync(context, params.id),
  },
  newsletter: {
    settings: ({ params }, context) => readNewsletter(context, params.groupId),
    saveSettings: {
      outside: ({ params, body }, run) => saveNewsletter(run, params.groupId, body),
    },
    subscribers: ({ params }, context) => listSubscribers(context, params.groupId),
    addSubscriber: ({ params, body }, context) => addSubscriber(context, params.groupId, body),
    removeSubscriber: ({ params }, context) => removeSubscriber(context, params.id),
    mails: ({ params, query }, context) => listNewsletterMails(context, params.groupId, query),
    sendTest: {
      outside: ({ params, query, command }, run) => sendTest(run, params.groupId, command, query),
    },
  },
  saleRotator: {
    settings: ({ params }, context) => showSaleSettings(context, params.groupId),
    saveSettings: ({ params, body }, context) => saveSaleSettings(context, params.groupId, body),
    trigger: {
      outside: ({ params, query, user, command }, run) =>
        query.dry_run
          ? dryRun(run, params.groupId)
          : liveRun(run, params.groupId, { user, command }),
    },
    restore: {
      outside: ({ params, query, user, command }, run) =>
        query.dry_run
          ? dryRestore(run, params.groupId)
          : restoreRun(run, params.groupId, { user, command }),
    },
    triggerStep: {
      outside: ({ params, body, user, command }, run) =>
        confirmedStep(run, params.groupId, body, { user, command }),
    },
    stop: ({ params, query }, context) => stopRun(context, params.groupId, query.run_id),
  },
};
