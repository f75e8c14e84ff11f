import { contentDocs } from "@/features/content/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { postNow, publishDirectly } from "../direct-publishing/index.ts";
import { listUnsettled } from "../duplicates/index.ts";
import {
  addContent,
  clearLastUsed,
  convertToVideo,
  editContent,
  listContent,
  reconvertVideo,
  removeContent,
} from "./content.ts";

/** The endpoints of content, and what handles each. */
export const contentSlice = slice(
  {
    name: "Content",
    description:
      "The pool of a category: posts that are ready to be published, on schedule or at once.",
  },
  contentDocs,
  {
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
);
