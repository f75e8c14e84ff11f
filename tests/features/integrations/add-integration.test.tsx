import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { integrationPlatforms } from "@/entities/integration";
import { integrationRecords } from "@/features/integrations/platforms";
import { newIntegrationSchema } from "@/features/integrations/schema";
import { blankKeys } from "@/shared/api/credential-field";
import { reach } from "@/shared/api/reach";
import { liveWorld } from "../../../server/ports/world.ts";
import { findToast, jsonAnswer } from "../../support/render-app";
import { mailBySmtp, mailService, openWith, shop, token } from "./support";

type Opened = Awaited<ReturnType<typeof openWith>>;

const addCall = (line: string) => /^POST .*account-groups\/\d+\/integrations$/.test(line);
const fetchCall = (line: string) => line.endsWith("/facebook/ad-accounts");
const copyCall = (line: string) => line.endsWith("/integrations/copy");
const refusal = () => jsonAnswer(409, { detail: "Not now." });

const shopFields = {
  "Store name": "zima.myshopify.com",
  "API key": "good",
  "Access token": "good",
  "Webhook secret": "good",
};
const mailFields = {
  "Sender email": "novosti@zima.example.com",
  "AWS access key ID": "good",
  "AWS secret access key": "good",
};

async function fill({ user, formOf }: Opened, name: string, fields: Record<string, string>) {
  const form = await formOf(name);
  for (const [label, text] of Object.entries(fields)) {
    await user.click(form.getByLabelText(label));
    await user.paste(text);
  }
  return { form, press: () => user.click(form.getByRole("button", { name })) };
}

describe("Adding an integration", () => {
  it.each([
    ["Add Shopify", shopFields, "zima.myshopify.com"],
    ["Add Amazon SES", mailFields, "novosti@zima.example.com"],
  ])("%s: shows its card, and empties the form", async (name, fields, store) => {
    const opened = await openWith();
    const { form, press } = await fill(opened, name, fields);
    await press();
    expect(await screen.findByRole("heading", { name: store, level: 4 })).toBeVisible();
    expect(await findToast("Integration added.")).toBeVisible();
    for (const label of Object.keys(fields)) expect(form.getByLabelText(label)).toHaveValue("");
    expect(await opened.stored()).toEqual([expect.objectContaining({ store_name: store })]);
  });

  it("defaults to the region us-east-1 for Amazon SES, and accepts another", async () => {
    const opened = await openWith();
    const { form, press } = await fill(opened, "Add Amazon SES", mailFields);
    const region = form.getByLabelText("AWS region");
    expect(region).toHaveValue("us-east-1");
    await opened.user.clear(region);
    await opened.user.type(region, "frankfurt");
    await press();
    expect(await form.findByText("AWS region must look like us-east-1.")).toBeVisible();
    await opened.user.clear(region);
    await opened.user.type(region, "eu-central-1");
    await press();
    expect(await findToast("Integration added.")).toBeVisible();
  });

  it("names every right that the app of a shop needs", async () => {
    const { formOf } = await openWith();
    const form = await formOf("Add Shopify");
    for (const scope of ["read_products", "write_products", "read_orders"]) {
      expect(form.getByText(/^The key needs the permissions/)).toHaveTextContent(scope);
    }
    for (const scope of ["read_publications", "write_publications"]) {
      expect(form.getByText(/to publish the sale collection\./)).toHaveTextContent(scope);
    }
  });

  it("notes at the card what the app of a shop may not do", async () => {
    const words = "Without write_publications a new sale collection is not published.";
    const opened = await openWith();
    vi.spyOn(opened.server.ports.shop, "test").mockResolvedValue({
      ...{ store: "zima.myshopify.com", notes: ["Zima, prices in RSD"], warnings: [words] },
    });
    const { press } = await fill(opened, "Add Shopify", shopFields);
    await press();
    const card = await opened.cardOf("zima.myshopify.com");
    expect(card.getByText(words)).toBeVisible();
    expect(card.queryByText(/prices in RSD/)).toBeNull();
  });

  it("shows missing fields before anything is sent", async () => {
    const { user, formOf, wire } = await openWith();
    for (const [name, labels] of [
      ["Add Shopify", ["Store name", "API key", "Access token", "Webhook secret"]],
      ["Add Amazon SES", ["Sender email", "AWS access key ID", "AWS secret access key"]],
    ] as const) {
      const form = await formOf(name);
      await user.click(form.getByRole("button", { name }));
      for (const label of labels) {
        await waitFor(() =>
          expect(form.getByLabelText(label)).toHaveAccessibleDescription(`${label} is required.`),
        );
      }
      expect(form.getByLabelText(labels[0])).toHaveFocus();
    }
    expect(wire.sent.filter(addCall)).toEqual([]);
  });

  it("shows the shop's reason for refused keys", async () => {
    const opened = await openWith();
    const { form, press } = await fill(opened, "Add Shopify", {
      ...shopFields,
      "API key": "wrong",
    });
    await press();
    expect(await form.findByRole("alert")).toHaveTextContent(
      "Failed to add integration: [API] Invalid API key or access token",
    );
  });

  it("shows the server's message about a key under that key", async () => {
    const opened = await openWith();
    const loc = ["body", "credentials", "webhook_secret"];
    opened.wire.answer(addCall, () =>
      jsonAnswer(422, { detail: [{ loc, msg: "Too short.", type: "x" }] }),
    );
    const { form, press } = await fill(opened, "Add Shopify", shopFields);
    await press();
    await waitFor(() =>
      expect(form.getByLabelText("Webhook secret")).toHaveAccessibleDescription("Too short."),
    );
  });

  it("adds it only once if no answer came and the operator presses again", async () => {
    const opened = await openWith();
    const { server, wire, stored } = opened;
    // The integration is added, but the answer is lost.
    wire.answer(
      addCall,
      async (request) => {
        await server.fetch(request);
        throw new TypeError("Failed to fetch");
      },
      { once: true },
    );
    const { form, press } = await fill(opened, "Add Shopify", shopFields);
    await press();
    expect(await form.findByRole("alert")).toHaveTextContent(
      "Failed to add integration: An unexpected error occurred.The server did not respond. It may still have gone through.",
    );
    await press();
    expect(await findToast("Integration added.")).toBeVisible();
    expect(await stored()).toHaveLength(1);
  });

  it("asks before typed text is left, and keeps all but the keys over a reload", async () => {
    const opened = await openWith();
    await fill(opened, "Add Shopify", shopFields);
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    const kept = JSON.stringify({ ...sessionStorage });
    expect(kept).toContain("zima.myshopify.com");
    expect(kept).not.toContain("good");
    await opened.user.click(screen.getByRole("tab", { name: "Settings" }));
    expect(
      await screen.findByRole("alertdialog", { name: "Discard unsaved changes?" }),
    ).toBeVisible();
  });
});

describe("Adding the sender of mail by SMTP", () => {
  const name = "Add Mail by SMTP";
  const address = "novosti@zima.example.com";

  it.each([
    ["real", false],
    ["held", true],
  ])("asks for its address alone where SMTP is %s, and adds it", async (_, isHeld) => {
    const opened = await openWith({ ports: mailBySmtp(isHeld) });
    const empty = await fill(opened, name, {});
    await empty.press();
    expect(await empty.form.findByText("Sender email is required.")).toBeVisible();
    expect(opened.wire.sent.filter(addCall)).toEqual([]);

    const { form, press } = await fill(opened, name, { "Sender email": address });
    opened.wire.answer(addCall, refusal, { once: true });
    await press();
    expect(await form.findByRole("alert")).toHaveTextContent("Failed to add integration: Not now.");
    expect(form.getByLabelText("Sender email")).toHaveValue(address);
    expect(form.queryByLabelText(/AWS/)).not.toBeInTheDocument();
    expect(
      form.getByText(
        "Mail is sent through the mail server (SMTP) set up on this server. No keys needed.",
      ),
    ).toBeVisible();
    await press();
    expect(await screen.findByRole("heading", { name: address, level: 4 })).toBeVisible();
    expect(await findToast("Integration added.")).toBeVisible();
    expect(form.getByLabelText("Sender email")).toHaveValue("");
    expect(await opened.stored()).toEqual([
      expect.objectContaining({ platform: "amazon_ses", store_name: address }),
    ]);
    expect(screen.queryByText(/Amazon SES/)).not.toBeInTheDocument();
  });

  it.each([
    ["off", liveWorld(["bluesky"], false)],
    ["off, and Amazon SES is real", liveWorld(["amazon_ses"], false)],
  ])("is adding Amazon SES, with its keys, where SMTP is %s", async (_, world) => {
    const { formOf } = await openWith({ ports: { world } });
    const form = await formOf("Add Amazon SES");
    // By then the console has heard what the server says of itself.
    await waitFor(() => expect(reach.of("smtp")).toBe("off"));
    expect(form.getByLabelText("AWS access key ID")).toBeVisible();
    expect(screen.queryByRole("form", { name })).not.toBeInTheDocument();
  });
});

describe("Adding Facebook Ads", () => {
  const typeToken = async (opened: Opened, text = token) => {
    const form = await opened.formOf("Add Facebook Ads");
    const field = form.getByLabelText("User access token");
    await opened.user.clear(field);
    await opened.user.click(field);
    await opened.user.paste(text);
    const press = (name: string) => opened.user.click(form.getByRole("button", { name }));
    return { form, press, account: form.getByRole("combobox", { name: "Ad account" }) };
  };

  it("offers the ad accounts of the token, and adds the chosen one", async () => {
    const opened = await openWith();
    const { form, press, account } = await typeToken(opened);
    await press("Fetch ad accounts");
    expect(await form.findByText("2 ad accounts found.")).toBeVisible();
    const [option] = form.getAllByRole("option", { name: /Glavni oglasni nalog/ });
    const id = (option as HTMLOptionElement).value;
    await opened.user.selectOptions(account, id);
    await press("Add Facebook Ads");
    expect(await screen.findByRole("heading", { name: id, level: 4 })).toBeVisible();
    expect(await opened.stored()).toEqual([
      expect.objectContaining({ platform: "facebook_ads", store_name: id }),
    ]);
    expect(form.getByLabelText("User access token")).toHaveValue("");
    expect(form.queryByRole("option", { name: /act_/ })).not.toBeInTheDocument();
  });

  it("requires token and ad account before anything is sent", async () => {
    const { user, formOf, wire } = await openWith();
    const form = await formOf("Add Facebook Ads");
    await user.click(form.getByRole("button", { name: "Add Facebook Ads" }));
    expect(
      await form.findByText("Please fetch and select an ad account, and provide a token."),
    ).toBeVisible();
    await user.click(form.getByRole("button", { name: "Fetch ad accounts" }));
    expect(await form.findByText("User access token is required.")).toBeVisible();
    expect(form.getByLabelText("User access token")).toHaveFocus();
    expect(wire.sent.filter((line) => addCall(line) || fetchCall(line))).toEqual([]);
  });

  it("reports a token without ad accounts", async () => {
    const { form, press } = await typeToken(await openWith(), `${token}-empty`);
    await press("Fetch ad accounts");
    expect(await form.findByRole("alert")).toHaveTextContent(
      "No ad accounts found for this token.",
    );
  });

  it("shows Facebook's reason for a refused token, and keeps the token", async () => {
    const { form, press } = await typeToken(await openWith(), "wrong");
    await press("Fetch ad accounts");
    expect(await form.findByRole("alert")).toHaveTextContent(
      "Failed to fetch ad accounts: Invalid OAuth access token - Cannot parse access token. (190)",
    );
    expect(form.getByLabelText("User access token")).toHaveValue("wrong");
  });

  it.each([
    ["no answer came", () => Promise.reject(new TypeError("x")), "An unexpected error occurred."],
    ["the answer is no list", () => jsonAnswer(200, 7), "The server's response could not be read."],
    [
      "none of the list can be read",
      () => jsonAnswer(200, [{}]),
      "The server's response could not be read.",
    ],
  ])(
    "reports the failure when %s, and not that something may have been done",
    async (_, answer, reason) => {
      const opened = await openWith();
      opened.wire.answer(fetchCall, answer);
      const { form, press } = await typeToken(opened);
      await press("Fetch ad accounts");
      const alert = await form.findByRole("alert");
      expect(alert).toHaveTextContent(`Failed to fetch ad accounts: ${reason}`);
      expect(alert).not.toHaveTextContent("may still have gone through");
    },
  );

  it("accepts accounts with numeric ids and without a name", async () => {
    const opened = await openWith();
    opened.wire.answer(fetchCall, () => jsonAnswer(200, [{ id: 7 }]));
    const { form, press } = await typeToken(opened);
    await press("Fetch ad accounts");
    expect(await form.findByText("1 ad account found.")).toBeVisible();
    expect(form.getByRole("option", { name: "7" })).toBeInTheDocument();
  });

  it("forgets the accounts of a token when another one is typed", async () => {
    const opened = await openWith();
    const { form, press, account } = await typeToken(opened);
    await press("Fetch ad accounts");
    await form.findByText("2 ad accounts found.");
    await opened.user.selectOptions(account, form.getAllByRole("option", { name: /Glavni/ }));
    await typeToken(opened, `${token}2`);
    expect(form.queryByRole("option", { name: /act_/ })).not.toBeInTheDocument();
    await press("Add Facebook Ads");
    expect(
      await form.findByText("Please fetch and select an ad account, and provide a token."),
    ).toBeVisible();
  });

  it("ignores an answer that arrives after its token was replaced", async () => {
    const opened = await openWith();
    let answer = (_: Response) => {};
    opened.wire.answer(
      fetchCall,
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const { form, press } = await typeToken(opened);
    await press("Fetch ad accounts");
    await waitFor(() => expect(opened.wire.sent.filter(fetchCall)).toHaveLength(1));
    await typeToken(opened, `${token}2`);
    answer(jsonAnswer(200, [{ id: "act_1", name: "Old" }]));
    await waitFor(() =>
      expect(form.getByRole("button", { name: "Fetch ad accounts" })).not.toHaveAttribute(
        "aria-busy",
      ),
    );
    expect(form.queryByRole("option", { name: /Old/ })).not.toBeInTheDocument();
  });
});

describe("Copying an integration", () => {
  const others = [shop("leto.myshopify.com"), mailService];

  it("offers only the shops of other groups, and copies the chosen one", async () => {
    const { user, formOf, stored } = await openWith({ own: [shop()], others });
    const form = await formOf("Copy integration");
    const options = form.getAllByRole("option").filter((option) => !option.hidden);
    expect(options.map(({ textContent }) => textContent)).toEqual(["leto.myshopify.com · Leto"]);
    await user.selectOptions(form.getByRole("combobox", { name: "Integration" }), options);
    await user.click(form.getByRole("button", { name: "Copy integration" }));
    expect(
      await screen.findByRole("heading", { name: "leto.myshopify.com", level: 4 }),
    ).toBeVisible();
    expect(await findToast("Integration copied.")).toBeVisible();
    expect(await stored()).toHaveLength(2);
    expect(form.getByRole("combobox", { name: "Integration" })).toHaveValue("");
  });

  it("requires a choice before anything is sent", async () => {
    const { user, formOf, wire } = await openWith({ others });
    const form = await formOf("Copy integration");
    await user.click(form.getByRole("button", { name: "Copy integration" }));
    expect(await form.findByText("Please select an integration to copy.")).toBeVisible();
    expect(wire.sent.filter(copyCall)).toEqual([]);
  });

  it("shows the server's reason for a refusal, and keeps the choice", async () => {
    const twin = shop("leto.myshopify.com");
    const { user, formOf } = await openWith({ own: [twin], others });
    const form = await formOf("Copy integration");
    const choice = form.getByRole("combobox", { name: "Integration" });
    await user.selectOptions(choice, "leto.myshopify.com · Leto");
    await user.click(form.getByRole("button", { name: "Copy integration" }));
    expect(await form.findByRole("alert")).toHaveTextContent(
      "Failed to copy integration: This group already has leto.myshopify.com on Shopify.",
    );
    expect(choice).not.toHaveValue("");
  });
});

describe("The keys of a platform", () => {
  it.each(integrationPlatforms)("are exactly those that the API accepts: %s", (platform) => {
    const { fields } = integrationRecords[platform];
    const keysOf = (credentials: Record<string, string>) =>
      newIntegrationSchema.safeParse({ platform, store_name: "a@b.rs", credentials });
    const filled = blankKeys(fields.map((field) => ({ ...field, usual: field.usual ?? "x" })));
    expect(keysOf(filled).success).toBe(true);
    for (const { name, usual } of fields) {
      if (usual === undefined) expect(keysOf({ ...filled, [name]: "" }).success).toBe(false);
    }
    expect(keysOf({ ...filled, another: "x" }).success).toBe(false);
  });
});
