import { documented } from "@/shared/api/documented";
import { newsletterApi } from "./contract";

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
    summary: "Sends the saved newsletter, filled with sample data, to its own sender.",
    description:
      "Whether it is active does not matter. A 422 names the line where a template does not render. However often the same command is sent, one mail goes out.",
    refusals: {
      400: "The mail service refuses; the detail is what it says.",
      409: "The settings are not complete, or the mail is being sent.",
      503: "The mail service does not answer, or no template can be rendered.",
    },
    sample: {
      reply: { message: "Test email sent to novosti@zimska-kolekcija.example.com." },
    },
  },
});
