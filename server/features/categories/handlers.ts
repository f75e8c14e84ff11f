import { categoryDocs } from "@/entities/category/contract-docs";
import { categoriesDocs } from "@/features/categories/contract-docs";
import type { SliceHandlers } from "../../kernel/handler.ts";
import { redditFlairs } from "../accounts/index.ts";
import { categoryContents, removeCategory } from "../groups/index.ts";
import { addCategory, changeCategory, listCategories } from "./categories.ts";

/** The endpoints of categories. */
export const categoriesApi = { ...categoryDocs, ...categoriesDocs };

/** Handles each endpoint of categories. */
export const categoriesHandlers: SliceHandlers<typeof categoriesApi> = {
  list: ({ params }, context) => listCategories(context, params.id),
  add: ({ params, body }, context) => addCategory(context, params.id, body),
  change: ({ params, body }, context) => changeCategory(context, params.id, body),
  contents: ({ params }, context) => categoryContents(context, params.id),
  remove: ({ params }, context) => removeCategory(context, params.id),
  redditFlairs: {
    outside: ({ params, query }, run) => redditFlairs(run, params.subreddit, query.group_id),
  },
};
