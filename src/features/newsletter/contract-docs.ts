import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { newsletterApi } from "./contract";
import {
  newsletterMailSchema,
  newsletterRunSchema,
  newsletterSettingsSchema,
  subscriberSchema,
} from "./schema";

newsletterSettingsSchema.register(z.globalRegistry, { id: "NewsletterSettings" });
subscriberSchema.register(z.globalRegistry, { id: "Subscriber" });

newsletterRunSchema.register(z.globalRegistry, { id: "NewsletterRun" });
newsletterMailSchema.register(z.globalRegistry, { id: "NewsletterMail" });

describeFields(newsletterApi.settings.reply, {
  integration_id: "The Amazon SES integration that sends it.",
});
describeFields(newsletterApi.saveSettings.body, {
  is_active: "Whether it is sent every Monday at 08:00 UTC.",
  integration_id: "An Amazon SES integration of the same group.",
  sender_email: "The address that the mails come from; Amazon SES must know it.",
  subject_template: "With Jinja-style variables; what it makes is put on one line.",
  mjml_template:
    "MJML with Jinja-style variables: subscriber_name, products (each with name, price, old_price, image_url and url) and unsubscribe_url. All are text, empty where there is none.",
});
describeFields(newsletterApi.sendTest.query, { to: "Who gets it; without it the sender." });
describeFields(newsletterApi.mails.query, {
  status: "Only mails with this status.",
  after: "The `next` of the page before.",
});
describeFields(newsletterRunSchema, {
  slot: "When it was due; null if there was none yet.",
  wait_until: "Until when nothing is sent; null if it does not wait for a time.",
  why: "Why nothing is sent. Without `wait_until` a person must act; then 'Run again' goes on.",
  counts: "How many mails there are, by status.",
  next: "What `after` has to be for the next page; null on the last one.",
});
describeFields(newsletterMailSchema, {
  error: "Why it was not sent, or may not have been.",
  retry_at: "The earliest time of the next try of this mail.",
  at: "When it was sent, or last tried; null before the first try.",
});
describeFields(subscriberSchema, {
  inactive_reason:
    "Why they get nothing any more: they unsubscribed, complained, or a mail bounced.",
  is_active: "False for who has unsubscribed: they get nothing.",
});

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
  inactive_reason: null,
};

const sampleRun = {
  slot: "2026-11-23T08:00:00.000Z",
  wait_until: "2026-11-23T09:02:11.000Z",
  why: "The account's quota of mails in 24 hours is used up.",
  counts: { sent: 199, failed: 1, waiting: 800 },
  mails: [
    {
      id: 1207,
      recipient: "milica@primer.example.com",
      status: "failed" as const,
      error: "550 5.1.1 user unknown",
      retry_at: null,
      at: "2026-11-23T08:00:02.000Z",
    },
  ],
  next: 1207,
};

export const newsletterDocs = documented(newsletterApi, {
  settings: {
    summary: "Reads how a group's newsletter is set up; blank and inactive where it never was.",
    sample: { reply: sampleSettings },
  },
  saveSettings: {
    summary: "Replaces how a group's newsletter is set up.",
    description:
      "An active newsletter goes out every Monday at 08:00 UTC to every active subscriber. So everything is required of it, and its templates must render: with all variables, with no name and no products, and with a product of which only the name is known. A 422 names the line where they do not.",
    refusals: { 503: "No template can be rendered at this moment." },
    sample: { body: sampleSettings, reply: sampleSettings },
  },
  subscribers: {
    summary: "Lists all subscribers of a group's newsletter, oldest first.",
    sample: { reply: [sampleSubscriber] },
  },
  addSubscriber: {
    summary: "Adds a subscriber to a group's newsletter.",
    description: "Addresses that differ in small and capital letters alone are the same.",
    refusals: { 409: "The address is subscribed, or has unsubscribed." },
    sample: {
      body: { email: "milica@primer.example.com", name: "Milica Đorđević" },
      reply: sampleSubscriber,
    },
  },
  removeSubscriber: {
    summary: "Takes a subscriber off the list, for good.",
    sample: {},
  },
  mails: {
    summary: "Reads how far a group's latest newsletter has come, and 50 of its mails.",
    description:
      "One mail for each recipient, in the order in which they are sent. `failed` was refused by the mail service, in its words; `unknown` was sent or not, and is not sent again; `left_out` was no longer wanted. `wait_until` and `why` say that the whole newsletter waits.",
    sample: { query: {}, reply: sampleRun },
  },
  sendTest: {
    summary: "Sends the saved newsletter, filled with sample data, to one address.",
    description:
      "Without `to` it goes to its own sender; a backend that reads `to` names `test-email-to` among the `capabilities` of `GET /healthz`. Whether it is active does not matter. A 422 names the line where a template does not render. However often the same command is sent, one mail goes out.",
    refusals: {
      400: "The mail service refuses; the detail is what it says.",
      409: "The settings are not complete, or the mail is being sent.",
      429: "The mail service asks to wait; nothing was sent.",
      503: "The mail service does not answer, or no template can be rendered.",
    },
    sample: {
      query: {},
      reply: { message: "Test email sent to novosti@zimska-kolekcija.example.com." },
    },
  },
});
