import { categoryDocs } from "@/entities/category/contract-docs";
import { categoriesDocs } from "@/features/categories/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { redditFlairs } from "../accounts/index.ts";
import { categoryContents, removeCategory } from "../groups/index.ts";
import { addCategory, changeCategory, listCategories } from "./categories.ts";

/** The endpoints of categories, and what handles each. */
export const categoriesSlice = slice(
  {
    name: "Categories",
    description:
      "The topics of a group: how often it posts about each, where, and with whose approval.",
  },
  { ...categoryDocs, ...categoriesDocs },
  {
    list: ({ params }, context) => listCategories(context, params.id),
    add: ({ params, body }, context) => addCategory(context, params.id, body),
    change: ({ params, body }, context) => changeCategory(context, params.id, body),
    contents: ({ params }, context) => categoryContents(context, params.id),
    remove: ({ params }, context) => removeCategory(context, params.id),
    redditFlairs: {
      outside: ({ params, query }, run) => redditFlairs(run, params.subreddit, query.group_id),
    },
  },
);
