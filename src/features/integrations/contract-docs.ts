import { sampleIntegration } from "@/entities/integration/contract-docs";
import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { integrationsApi } from "./contract";
import { newAmazonSesSchema, newFacebookAdsSchema } from "./schema";

describeFields(newFacebookAdsSchema, {
  store_name: "The id of an ad account that the token opens.",
});
describeFields(newAmazonSesSchema, {
  store_name: "The address that mails come from.",
  credentials: "Left out where the server sends mail by SMTP, and otherwise required.",
});
describeFields(integrationsApi.adAccounts.body, {
  user_access_token: "Of a person, with the permission ads_read. It is not kept.",
});

export const integrationsDocs = documented(integrationsApi, {
  add: {
    summary:
      "Adds an integration to a group once its platform has taken the keys, which are stored encrypted; 409 where the group has it already.",
    refusals: {
      400: "The platform refuses the keys; the detail is what it says.",
      409: "The group has that integration already.",
      429: "The platform asks to wait; the detail says for how long.",
      503: "The platform does not answer.",
    },
    sample: {
      body: {
        platform: "shopify",
        store_name: "zimska-kolekcija.myshopify.com",
        credentials: {
          api_key: "sandbox-api-key",
          password: "sandbox-access-token",
          webhook_secret: "sandbox-webhook-secret",
        },
      },
      reply: { ...sampleIntegration, synced_at: null },
    },
  },
  remove: {
    summary:
      "Deletes an integration with its keys and synced products, also one that is in use: its group then goes on without.",
    sample: {},
  },
  copy: {
    summary:
      "Gives a group the Shopify integration of another group, with the same keys; 409 where it has that shop already.",
    refusals: {
      404: "There is no such integration or group.",
      409: "The group has that shop already.",
    },
    sample: {
      body: { source_integration_id: 3, target_group_id: 2 },
      reply: { ...sampleIntegration, id: 4, account_group_id: 2, synced_at: null },
    },
  },
  test: {
    summary:
      "Asks a mail service whether its keys may send from the sender of the newsletter that goes out by it, else from the integration's own address, and says so if only a mail would show that. Nothing is sent.",
    refusals: {
      400: "The mail service refuses the keys or the address; the detail is what it says.",
      409: "The integration is no mail service, or its keys cannot be read.",
      503: "The mail service does not answer.",
    },
    sample: {
      reply: {
        message:
          "Mail can be sent from novosti@zimska-kolekcija.example.com. 14 a second, 50,000 in 24 hours, of which 49,000 are left.",
      },
    },
  },
  adAccounts: {
    summary: "Lists the ad accounts that a person's token opens on Facebook; nothing is kept.",
    refusals: {
      400: "Facebook refuses the token; the detail is what it says.",
      429: "Facebook asks to wait; the detail says for how long.",
      503: "Facebook does not answer.",
    },
    sample: {
      body: { user_access_token: "EAAGsandbox1234567890token" },
      reply: [{ id: "act_104500000000001", name: "Glavni oglasni nalog" }],
    },
  },
  syncProducts: {
    summary: "Queues the reading of a shop's products; 409 where the integration is no shop.",
    refusals: { 409: "The integration is no shop." },
    sample: {
      reply: { message: "The products of zimska-kolekcija.myshopify.com are being synced." },
    },
  },
});
