import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import { messageSchema } from "@/shared/api/message";
import {
  newSubscriberSchema,
  newsletterSettingsSchema,
  newsletterSettingsUpdateSchema,
  subscriberSchema,
} from "./schema";

const sampleSettings = {
  is_active: true,
  integration_id: 4,
  sender_email: "novosti@zimska-kolekcija.example.com",
  subject_template: "{{ subscriber_name }}, ovo je nedeljna ponuda",
  mjml_template:
    "<mjml><mj-body><mj-section><mj-column><mj-text>Zdravo, {{ subscriber_name }}!</mj-text>" +
    "{% for product in products %}<mj-text>{{ product.name }}: {{ product.price }} RSD</mj-text>{% endfor %}" +
    "</mj-column></mj-section></mj-body></mjml>",
};
const sampleSubscriber = {
  id: 17,
  email: "milica@primer.example.com",
  name: "Milica Đorđević",
  is_active: true,
};

export const newsletterApi = {
  settings: endpoint.get("admin/newsletter/settings/{groupId}", {
    summary: "Reads how a group's newsletter is set up; blank and inactive where it never was.",
    reply: newsletterSettingsSchema,
    sample: { reply: sampleSettings },
  }),
  saveSettings: endpoint.put("admin/newsletter/settings/{groupId}", {
    summary: "Replaces how a group's newsletter is set up.",
    description:
      "An active newsletter goes out every Monday at 08:00 UTC to every active subscriber. So everything is required of it, and its templates must render: with all variables, with no name and no products, and with a product of which only the name is known. A 422 names the line where they do not.",
    body: newsletterSettingsUpdateSchema,
    reply: newsletterSettingsSchema,
    isReplyOptional: true,
    refusals: { 503: "No template can be rendered at this moment." },
    sample: { body: sampleSettings, reply: sampleSettings },
  }),
  subscribers: endpoint.get("admin/newsletter/subscribers/{groupId}", {
    summary: "Lists all subscribers of a group's newsletter, oldest first.",
    reply: listing(subscriberSchema),
    sample: { reply: [sampleSubscriber] },
  }),
  addSubscriber: endpoint.post("admin/newsletter/subscribers/{groupId}", {
    summary: "Adds a subscriber to a group's newsletter.",
    description: "Addresses that differ in small and capital letters alone are the same.",
    status: 201,
    body: newSubscriberSchema,
    reply: subscriberSchema,
    isReplyOptional: true,
    refusals: { 409: "The address is subscribed, or has unsubscribed." },
    sample: {
      body: { email: "milica@primer.example.com", name: "Milica Đorđević" },
      reply: sampleSubscriber,
    },
  }),
  removeSubscriber: endpoint.delete("admin/newsletter/subscribers/{id}", {
    summary: "Takes a subscriber off the list, for good.",
    sample: {},
  }),
  sendTest: endpoint.post("admin/newsletter/send-test/{groupId}", {
    summary: "Sends the saved newsletter, filled with sample data, to its own sender.",
    description:
      "Whether it is active does not matter. A 422 names the line where a template does not render. However often the same command is sent, one mail goes out.",
    reply: messageSchema,
    refusals: {
      400: "The mail service refuses; the detail is what it says.",
      409: "The settings are not complete, or the mail is being sent.",
      503: "The mail service does not answer, or no template can be rendered.",
    },
    sample: {
      reply: { message: "Test email sent to novosti@zimska-kolekcija.example.com." },
    },
  }),
};
