import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/reply/listing";
import { messageSchema } from "@/shared/api/reply/message";
import {
  newSubscriberSchema,
  newsletterMailsSchema,
  newsletterRunSchema,
  newsletterSettingsSchema,
  newsletterSettingsUpdateSchema,
  subscriberSchema,
  testEmailSchema,
} from "./schema";

/** The capability of a backend that reads the query of `sendTest`: who gets the test email. */
export const testEmailToCapability = { capability: "test-email-to" };

export const newsletterApi = {
  settings: endpoint.get("admin/newsletter/settings/{groupId}", {
    reply: newsletterSettingsSchema,
  }),
  saveSettings: endpoint.put("admin/newsletter/settings/{groupId}", {
    body: newsletterSettingsUpdateSchema,
    reply: newsletterSettingsSchema,
    isReplyOptional: true,
  }),
  subscribers: endpoint.get("admin/newsletter/subscribers/{groupId}", {
    reply: listing(subscriberSchema),
  }),
  addSubscriber: endpoint.post("admin/newsletter/subscribers/{groupId}", {
    status: 201,
    body: newSubscriberSchema,
    reply: subscriberSchema,
    isReplyOptional: true,
  }),
  removeSubscriber: endpoint.delete("admin/newsletter/subscribers/{id}"),
  mails: endpoint.get("admin/newsletter/mails/{groupId}", {
    capability: "newsletter-mails",
    query: newsletterMailsSchema,
    reply: newsletterRunSchema,
  }),
  sendTest: endpoint.post("admin/newsletter/send-test/{groupId}", {
    query: testEmailSchema,
    reply: messageSchema,
  }),
};
