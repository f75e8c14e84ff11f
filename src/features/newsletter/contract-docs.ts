import { describeFields } from "@/shared/api/describe-fields";
import { documented } from "@/shared/api/documented";
import { z } from "@/shared/config/zod";
import { newsletterApi } from "./contract";
import { newsletterSettingsSchema, subscriberSchema } from "./schema";

newsletterSettingsSchema.register(z.globalRegistry, { id: "NewsletterSettings" });
subscriberSchema.register(z.globalRegistry, { id: "Subscriber" });

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
describeFields(subscriberSchema, {
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
  sendTest: {
    summary: "Sends the saved newsletter, filled with sample data, to one address.",
    description:
      "Without `to` it goes to its own sender; a backend that reads `to` names `test-email-to` among the `capabilities` of `GET /healthz`. Whether it is active does not matter. A 422 names the line where a template does not render. However often the same command is sent, one mail goes out.",
    refusals: {
      400: "The mail service refuses; the detail is what it says.",
      409: "The settings are not complete, or the mail is being sent.",
      503: "The mail service does not answer, or no template can be rendered.",
    },
    sample: {
      query: {},
      reply: { message: "Test email sent to novosti@zimska-kolekcija.example.com." },
    },
  },
});
