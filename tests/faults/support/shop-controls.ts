import { region } from "../../e2e/support/screen";
import {
  button,
  type Control,
  control,
  fill,
  fresh,
  imageUrl,
  type Stage,
  sender,
} from "./stage.ts";

/** A record with an image, whose field has no name that the browser could find it by. */
const recordWithImage = (
  slice: string,
  id: string,
  noun: string,
  formName: string,
  fields: () => Readonly<Record<string, string>>,
) =>
  control(`${slice}.add`, `Create ${noun}`, async ({ page, go, form, sizeOf }) => {
    await go("config");
    await button(page.locator(`#${id}`), `Add ${noun.toLowerCase()}`).click();
    await fill(form(formName), fields());
    return { target: button(form(formName), `Create ${noun}`), count: sizeOf(`admin/${id}/`) };
  });

/** An integration that is added through a form of its own. */
const integration = (name: string, fields: () => Readonly<Record<string, string>>) =>
  control("integrations.add", name, async ({ config, group, form, sizeOf }) => {
    const id = await group();
    await config("integrations", id);
    await fill(form(name), fields());
    return {
      target: button(form(name), name),
      count: sizeOf(`publishing/account-groups/${id}/integrations`),
    };
  });

const facebookToken = "EAAGsandbox1234567890token";

const newsletter = {
  is_active: false,
  sender_email: sender,
  subject_template: "Ponuda nedelje",
  mjml_template:
    "<mjml><mj-body><mj-section><mj-column><mj-text>Zdravo!</mj-text></mj-column></mj-section></mj-body></mjml>",
};

async function openNewsletter(stage: Stage) {
  const { running, group, first, newMailService, config } = stage;
  const id = await group();
  await first("newsletter", async () => {
    const service = await newMailService(id);
    const body = { ...newsletter, integration_id: service.id };
    await running.replace(`admin/newsletter/settings/${id}`, body);
  });
  await config("newsletter", id);
  return id;
}

const saleSettings = {
  is_active: true,
  rotator_count: 6,
  rotator_no_change_count: 3,
  print_count: 2,
  cooldown_days: 14,
  rotator_discount_percent: 20,
  print_discount_percent: 15,
  sale_tag: "sale",
};

/** Opens the sale rotator of a new group, which has a shop of its own. */
async function openSale({ running, page, newGroup, newShop, config }: Stage) {
  const id = await newGroup();
  await newShop(id);
  await running.replace(`admin/sale-rotator/settings/${id}`, saleSettings);
  await config("accounts", id, "#sale-rotator");
  return region(page, "Automated Weekly Sale Rotator");
}

/** Opens the same, with a confirmed run that waits for its first step. */
async function openRun(stage: Stage) {
  const part = await openSale(stage);
  await button(part, "Confirmed Live Run").click();
  const run = stage.page.getByRole("dialog", { name: "Confirmed Live Run" });
  await run.getByText(/^0 of \d+ done$/).waitFor();
  return { part, run };
}

/** The controls of performance, integrations, newsletters and sales. */
export const shopControls: readonly Control[] = [
  control("performance.refreshInstagram", "Refresh Instagram Data", async (stage) => {
    const { running, page, go, group, first } = stage;
    const id = await group();
    await first("account", () =>
      running.write(`publishing/account-groups/${id}/accounts`, {
        platform_type: "instagram",
        platform_username: "zimska.kolekcija",
        credentials: { instagram_user_id: "1", access_token: "good" },
      }),
    );
    await go(`dashboard?group=${id}`);
    return { target: button(page, "Refresh Instagram Data") };
  }),

  recordWithImage("memeTemplates", "meme-templates", "Template", "Meme template", () => ({
    Name: fresh("Zimski šal"),
    "Image URL": imageUrl,
    "Usage explanation": "Levo pre, desno posle.",
    "Humor explanation": "Zato što je tako.",
  })),
  recordWithImage("products", "products", "Product", "Product", () => ({
    "Product name": fresh("Zimski šal"),
    "Product image URL": imageUrl,
    Description: "Pleten od merino vune.",
  })),

  integration("Add Shopify", () => ({
    "Store name": `${crypto.randomUUID()}.myshopify.com`,
    "API key": "good",
    "Access token": "good",
    "Webhook secret": "good",
  })),
  integration("Add Amazon SES", () => ({
    "Sender email": `${crypto.randomUUID()}@zima.example.com`,
    "AWS access key ID": "good",
    "AWS secret access key": "good",
  })),
  control("integrations.add", "Add Facebook Ads", async (stage) => {
    const { page, config, newGroup, form, sizeOf } = stage;
    const id = await newGroup();
    await config("integrations", id);
    const ads = form("Add Facebook Ads");
    await ads.getByLabel("User access token").fill(facebookToken);
    await button(ads, "Fetch ad accounts").click();
    await page.getByText("2 ad accounts found.").waitFor();
    await ads.getByLabel("Ad account").selectOption({ index: 1 });
    return {
      target: button(ads, "Add Facebook Ads"),
      count: sizeOf(`publishing/account-groups/${id}/integrations`),
    };
  }),
  control("integrations.adAccounts", "Fetch ad accounts", async ({ config, group, form }) => {
    await config("integrations", await group());
    const ads = form("Add Facebook Ads");
    await ads.getByLabel("User access token").fill(facebookToken);
    return { target: button(ads, "Fetch ad accounts") };
  }),
  control("integrations.copy", "Copy integration", async (stage) => {
    const { config, group, newGroup, first, newShop, form, sizeOf } = stage;
    const source = await first("shop", async () => newShop(await group()));
    const id = await newGroup();
    await config("integrations", id);
    const copy = form("Copy integration");
    await copy.getByLabel("Integration").selectOption(String(source.id));
    return {
      target: button(copy, "Copy integration"),
      count: sizeOf(`publishing/account-groups/${id}/integrations`),
    };
  }),
  control("integrations.syncProducts", "Sync products", async (stage) => {
    const { config, group, first, newShop, card } = stage;
    const id = await group();
    const shop = await first("shop", () => newShop(id));
    await config("integrations", id);
    return { target: button(card(shop.name), "Sync products") };
  }),
  control("integrations.test", "Test", async (stage) => {
    const { config, group, running, card } = stage;
    const id = await group();
    const store_name = `${fresh("mail").replace(" ", "-")}@zima.example.com`;
    await running.write(`publishing/account-groups/${id}/integrations`, {
      platform: "amazon_ses",
      store_name,
      credentials: { aws_access_key_id: "good", aws_secret_access_key: "good" },
    });
    await config("integrations", id);
    return { target: button(card(store_name), "Test") };
  }),
  control("integrations.remove", "Remove", async (stage) => {
    const { config, group, newShop, card, question, sizeOf } = stage;
    const id = await group();
    const shop = await newShop(id);
    await config("integrations", id);
    await button(card(shop.name), "Remove").click();
    return {
      target: button(question(), "Remove"),
      count: sizeOf(`publishing/account-groups/${id}/integrations`),
      grows: -1,
    };
  }),

  control("newsletter.saveSettings", "Save settings", async (stage) => {
    await openNewsletter(stage);
    const settings = stage.form("Newsletter settings");
    await settings.getByRole("textbox", { name: "Subject template" }).fill(fresh("Ponuda nedelje"));
    return { target: button(settings, "Save settings") };
  }),
  control("newsletter.sendTest", "Send test email", async (stage) => {
    await openNewsletter(stage);
    return {
      target: button(stage.form("Newsletter settings"), "Send test email"),
      // The highest id in the mailbox, which grows by one with each mail.
      count: async () => {
        const page = await fetch(`${stage.running.address}/sandbox/mail`);
        const ids = [...(await page.text()).matchAll(/"\/sandbox\/mail\/(\d+)"/g)];
        return Math.max(0, ...ids.map(([, id]) => Number(id)));
      },
    };
  }),
  control("newsletter.addSubscriber", "Add subscriber", async (stage) => {
    const { config, group, form, sizeOf } = stage;
    const id = await group();
    await config("newsletter", id);
    const email = `${crypto.randomUUID()}@primer.example.com`;
    await form("Add subscriber").getByRole("textbox", { name: "Email" }).fill(email);
    return {
      target: form("Add subscriber").locator("button[type=submit]"),
      count: sizeOf(`admin/newsletter/subscribers/${id}`),
    };
  }),
  control("newsletter.addSubscriber", "Import 3 subscribers", async (stage) => {
    const { page, config, group, sizeOf } = stage;
    const id = await group();
    await config("newsletter", id);
    await button(page, "Import CSV").click();
    const dialog = page.getByRole("dialog", { name: "Import subscribers" });
    const rows = [1, 2, 3].map(() => `${crypto.randomUUID()}@primer.example.com,Čitalac`);
    await dialog.getByLabel("CSV file").setInputFiles({
      name: "lista.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(rows.join("\r\n")),
    });
    return {
      target: button(dialog, "Import 3 subscribers"),
      effects: 3,
      count: sizeOf(`admin/newsletter/subscribers/${id}`),
    };
  }),
  control("newsletter.removeSubscriber", "Remove", async (stage) => {
    const { running, page, config, group, question, sizeOf } = stage;
    const id = await group();
    const email = `${crypto.randomUUID()}@primer.example.com`;
    await running.write(`admin/newsletter/subscribers/${id}`, { email });
    await config("newsletter", id);
    await button(page, `Remove ${email}`).click();
    return {
      target: button(question(), "Remove"),
      count: sizeOf(`admin/newsletter/subscribers/${id}`),
      grows: -1,
    };
  }),

  control("saleRotator.saveSettings", "Save Settings", async (stage) => {
    const part = await openSale(stage);
    await part.getByLabel("Sale tag").fill(fresh("akcija").replace(" ", "-"));
    return { target: button(part, "Save Settings") };
  }),
  control("saleRotator.trigger", "Dry Run", async (stage) => ({
    target: button(await openSale(stage), "Dry Run"),
  })),
  control("saleRotator.trigger", "Yes, Execute", async (stage) => {
    await button(await openSale(stage), "Live Run").click();
    return { target: button(stage.question(), "Yes, Execute") };
  }),
  control("saleRotator.restore", "Restore original prices…", async (stage) => ({
    target: button(await openSale(stage), "Restore original prices…"),
  })),
  control("saleRotator.restore", "Yes, Restore", async (stage) => {
    await button(await openSale(stage), "Restore original prices…").click();
    return { target: button(stage.question(), "Yes, Restore") };
  }),
  control("saleRotator.triggerStep", "Confirmed Live Run", async (stage) => ({
    target: button(await openSale(stage), "Confirmed Live Run"),
  })),
  control("saleRotator.triggerStep", "Proceed", async (stage) => {
    const { run } = await openRun(stage);
    return { target: button(run, "Proceed") };
  }),
  control("saleRotator.stop", "Stop", async (stage) => {
    const { run } = await openRun(stage);
    return { target: button(run, "Stop") };
  }),
  control("saleRotator.stop", "Stop run", async (stage) => {
    const { part } = await openRun(stage);
    await stage.page.reload();
    return { target: button(part, "Stop run") };
  }),
];
