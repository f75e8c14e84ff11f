import { newsletterDocs } from "@/features/newsletter/contract-docs";
import { slice } from "../../kernel/handler.ts";
import { readNewsletter, saveNewsletter, sendTest } from "./newsletter.ts";
import { listNewsletterMails } from "./newsletter-list.ts";
import { addSubscriber, listSubscribers, removeSubscriber } from "./subscribers.ts";

/** The endpoints of the newsletter, and what handles each. */
export const newsletterSlice = slice(
  {
    name: "Newsletter",
    description: "The weekly mail of a group: its templates and its subscribers.",
  },
  newsletterDocs,
  {
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
);
