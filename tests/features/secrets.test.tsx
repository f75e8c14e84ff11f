import { screen, waitFor, within } from "@testing-library/react";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { platforms, platformTypes } from "@/entities/account/platforms";
import { integrationPlatforms } from "@/entities/integration";
import { accountsApi } from "@/features/accounts/contract";
import { groupsApi } from "@/features/groups/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { integrationRecords } from "@/features/integrations/platforms";
import type { CredentialField } from "@/shared/api/credential-field";
import type { Documented } from "@/shared/api/docs/documented";
import type { Endpoint } from "@/shared/api/endpoint";
import { z } from "@/shared/config/zod";
import { readRows, readTables } from "../../server/db/catalogue.ts";
import { productApi } from "../../server/http/api.ts";
import { call } from "../support/call";
import { capturedLog } from "../support/captured-log";
import { findIn, noDialog } from "../support/find-in";
import { findToast, jsonAnswer, renderApp } from "../support/render-app";
import { createTestServer } from "../support/server";
import { openAddAccount } from "./accounts/support";
import { createGroup } from "./groups/support";

type Opened = Awaited<ReturnType<typeof open>>;
type Form = ReturnType<typeof within<typeof import("@testing-library/dom").queries>>;
type Asked = Pick<CredentialField, "label" | "secret"> & {
  /** Its path in the body of the request. */
  readonly path: string;
  readonly text: string;
};

/** One form in which keys are typed. */
type Place = {
  readonly what: string;
  readonly tab: string;
  readonly sends: readonly Endpoint[];
  readonly asks: readonly Asked[];
  /** Prepares the server before the form is opened. */
  readonly prepare?: (opened: Pick<Opened, "server">) => Promise<unknown>;
  readonly openForm: (opened: Opened) => Promise<Form>;
  /** Fills the other fields, once the keys are typed. */
  readonly fillRest?: (opened: Opened, form: Form) => Promise<void>;
  readonly button: string;
  /** The text at a refusal. */
  readonly failure: string;
  /** The text of the toast after success. */
  readonly done: string;
};

const line = ({ method, path }: Endpoint) => `${method} ${path}`;

/** A text that the field accepts, and that can be found wherever it is left. */
const textOf = (name: string) =>
  name === "aws_region" ? "cnry-region-7" : `c4n4ry-${name}-0123456789`;

const credentials = (fields: readonly CredentialField[]): Asked[] =>
  fields.map(({ name, label, secret }) => ({
    path: `credentials.${name}`,
    label,
    secret,
    text: textOf(name),
  }));

const typedAccounts = platformTypes.filter((type) => platforms[type].fields.length > 0);

const addingAccounts = typedAccounts.map(
  (type): Place => ({
    what: `an account of ${type}`,
    tab: "accounts",
    sends: [accountsApi.add],
    asks: credentials(platforms[type].fields),
    openForm: async ({ user }) => {
      const form = await openAddAccount(user);
      await user.selectOptions(form.getByRole("combobox", { name: "Platform" }), type);
      await user.type(form.getByRole("textbox", { name: "Username" }), "zima");
      return form;
    },
    button: "Add account",
    failure: "Failed to add account. Check console for details.",
    done: "Account added.",
  }),
);

/** Of one platform: the dialog asks for the same fields as the form above, whichever it is. */
const updatingAccounts = typedAccounts.slice(0, 1).map(
  (type): Place => ({
    what: `new credentials of ${type}`,
    tab: "accounts",
    sends: [accountsApi.setCredentials],
    asks: credentials(platforms[type].fields),
    prepare: ({ server }) =>
      call(server, accountsApi.add, {
        params: { id: 1 },
        body: {
          platform_type: type,
          platform_username: "zima",
          credentials: Object.fromEntries(platforms[type].fields.map(({ name }) => [name, "old"])),
        },
      }),
    openForm: async ({ user }) => {
      await user.click(await screen.findByRole("button", { name: "Actions" }));
      await user.click(await screen.findByRole("menuitem", { name: "Update credentials" }));
      return within(await screen.findByRole("dialog"));
    },
    button: "Update credentials",
    failure: "Failed to update credentials...",
    done: "Credentials updated.",
  }),
);

const formNames = {
  shopify: "Add Shopify",
  facebook_ads: "Add Facebook Ads",
  amazon_ses: "Add Amazon SES",
};

const addingIntegrations = integrationPlatforms.map(
  (platform): Place => ({
    what: `an integration of ${platform}`,
    tab: "integrations",
    sends: [
      integrationsApi.add,
      ...(platform === "facebook_ads" ? [integrationsApi.adAccounts] : []),
    ],
    asks: credentials(integrationRecords[platform].fields),
    openForm: async () => within(await screen.findByRole("form", { name: formNames[platform] })),
    fillRest: async ({ user }, form) => {
      if (platform === "facebook_ads") {
        await user.click(form.getByRole("button", { name: "Fetch ad accounts" }));
        const [option] = await form.findAllByRole("option", { name: /Glavni/ });
        await user.selectOptions(form.getByLabelText("Ad account"), option ?? []);
      } else {
        const { storeLabel } = integrationRecords[platform];
        await user.type(form.getByLabelText(storeLabel), "zima@example.com");
      }
    },
    button: formNames[platform],
    failure:
      platform === "amazon_ses" ? "Failed to add SES integration: " : "Failed to add integration: ",
    done: "Integration added.",
  }),
);

const places: readonly Place[] = [
  ...addingAccounts,
  ...updatingAccounts,
  ...addingIntegrations,
  {
    what: "the proxy",
    tab: "settings",
    sends: [groupsApi.setProxy],
    asks: [
      {
        path: "proxy_password",
        label: "Proxy password",
        secret: true,
        text: textOf("proxy_password"),
      },
    ],
    openForm: () => findIn("form", "Proxy"),
    button: "Save proxy",
    failure: "Failed to save proxy settings.",
    done: "Proxy saved.",
  },
];

const consoleMethods = ["error", "warn", "log", "info", "debug"] as const;

beforeEach(() => {
  for (const method of consoleMethods) vi.spyOn(console, method).mockImplementation(() => {});
});

/** Opens a tab of a new group, and records all that the server logs and answers. */
async function open({ tab, prepare }: Pick<Place, "tab" | "prepare">) {
  const serverLog = capturedLog();
  const server = await createTestServer({ log: serverLog.log });
  onTestFinished(() => server.close());
  await createGroup(server);
  await prepare?.({ server });
  const app = await renderApp(`/dashboard/config?tab=${tab}`, { server });
  const answers: string[] = [];
  app.wire.answer(
    () => true,
    async (request) => {
      const answer = await server.fetch(request);
      answers.push(await answer.clone().text());
      return answer;
    },
  );
  return { ...app, serverLog, answers };
}

/** Every place except the screen where a key could be left behind, by name. */
function traces({ router, serverLog, answers }: Opened) {
  const { queryClient } = router.options.context;
  return {
    "the browser's storage": [{ ...localStorage }, { ...sessionStorage }],
    "the address": [window.location.href, router.state.location.href, window.history.state],
    "the browser's console": consoleMethods
      .flatMap((method) => vi.mocked(console[method]).mock.calls)
      .map((call) => call.map(String)),
    "the query cache": queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state, meta }) => [queryKey, state, meta]),
    "the mutation cache": queryClient
      .getMutationCache()
      .getAll()
      .map(({ options, state }) => [options.meta, state]),
    "the server's log": serverLog.text(),
    "an answer of the server": answers,
  };
}

const onScreen = () => [
  document.documentElement.outerHTML,
  [...document.querySelectorAll("input, textarea")].map((it) => (it as HTMLInputElement).value),
];

/** The present answer of every reading call; each kind has one record, whose id is 1. */
async function readings({ server }: Opened) {
  const calls = Object.values(productApi).flatMap((slice) => Object.values<Documented>(slice));
  const texts: Record<string, string> = {};
  for (const call of calls.filter(({ method }) => method === "GET")) {
    const query = new URLSearchParams((call.sample as { query?: Record<string, string> }).query);
    const answer = await server.request(`${call.path.replace(/\{\w+\}/g, "1")}?${query}`);
    texts[line(call)] = await answer.text();
  }
  texts["GET /metrics"] = await (await server.request("/metrics")).text();
  return texts;
}

/** Every row of every table, as the database returns it. */
async function stored({ server: { database } }: Opened) {
  const tables: Record<string, unknown> = {};
  for (const { name } of await readTables(database.db)) {
    tables[`the table ${name}`] = await readRows(
      database.db,
      sql`select to_json(one) as row from ${sql.raw(name)} one`,
    );
  }
  return tables;
}

/** Finds where these texts were left behind, as "text in place". */
const left = (typed: readonly string[], found: Readonly<Record<string, unknown>>) =>
  Object.entries(found).flatMap(([place, content]) => {
    const text = JSON.stringify(content) ?? "";
    return typed.filter((one) => text.includes(one)).map((one) => `${one} in ${place}`);
  });

describe("A key that is typed into a credential field", () => {
  it.each(places)(
    "is only in its field while it is refused, and nowhere afterwards: $what",
    async (place) => {
      const opened = await open(place);
      const { user, wire } = opened;
      const typed = place.asks.map(({ text }) => text);
      const form = await place.openForm(opened);
      for (const { label, secret, text } of place.asks) {
        const field = form.getByLabelText(label);
        if (secret) expect(field).toHaveAttribute("type", "password");
        expect(field).toHaveAttribute("autocomplete", secret ? "new-password" : "off");
        await user.clear(field);
        await user.paste(text);
      }
      // A typed key is never stored, not even as a draft.
      window.dispatchEvent(new PageTransitionEvent("pagehide"));
      expect(left(typed, traces(opened))).toEqual([]);
      await place.fillRest?.(opened, form);

      wire.answer(
        (sent) => !sent.startsWith("GET") && !sent.endsWith("/ad-accounts"),
        () => jsonAnswer(409, { detail: "Not now." }),
        { once: true },
      );
      await user.click(form.getByRole("button", { name: place.button }));
      expect(await form.findByRole("alert")).toHaveTextContent(`${place.failure}Not now.`);
      expect(left(typed, traces(opened))).toEqual([]);
      // The search does find the keys where they are, in their fields.
      expect(left(typed, { screen: onScreen() })).toHaveLength(typed.length);

      await user.click(form.getByRole("button", { name: place.button }));
      expect(await findToast(place.done)).toBeVisible();
      await waitFor(() => expect(left(typed, { screen: onScreen() })).toEqual([]));
      const found = { ...traces(opened), ...(await readings(opened)), ...(await stored(opened)) };
      expect(left(typed, found)).toEqual([]);
      // The request did arrive.
      expect(opened.serverLog.text()).toContain(place.sends[0]?.path.split("/").at(-1));
    },
  );

  it("is nowhere once it was refused and the dialog was closed", async () => {
    const [place] = updatingAccounts;
    if (!place) throw new Error("No platform has credentials to type.");
    const opened = await open(place);
    const typed = place.asks.map(({ text }) => text);
    opened.wire.answer(/\/credentials$/, () => jsonAnswer(409, { detail: "Not now." }));
    const form = await place.openForm(opened);
    for (const { label, text } of place.asks) {
      await opened.user.click(form.getByLabelText(label));
      await opened.user.paste(text);
    }
    await opened.user.click(form.getByRole("button", { name: place.button }));
    await form.findByRole("alert");
    await opened.user.click(form.getByRole("button", { name: "Cancel" }));
    await opened.user.click(await screen.findByRole("button", { name: "Discard" }));
    await noDialog();
    expect(left(typed, { ...traces(opened), screen: onScreen() })).toEqual([]);
  });
});

/** The fields of a body that hold keys, by their own or a parent's name; `*` is any name. */
function secretPaths(schema: unknown, path: readonly string[] = []): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties, additionalProperties, ...rest } = schema as Record<string, unknown>;
  const below = Object.entries({
    ...(properties as object | undefined),
    ...(typeof additionalProperties === "object" && { "*": additionalProperties }),
  }).flatMap(([name, one]) => {
    const here = [...path, name];
    const inside = secretPaths(one, here);
    const isKey = here.some((part) => /password|secret|token|key|credential/i.test(part));
    return inside.length > 0 || !isKey ? inside : [here.join(".")];
  });
  const variants = ["anyOf", "oneOf", "allOf"].flatMap((name) => (rest[name] as unknown[]) ?? []);
  return [...below, ...variants.flatMap((one) => secretPaths(one, path))];
}

it("Every field of the contract that holds a key is among those above", () => {
  const calls = Object.values(productApi).flatMap((slice) => Object.values<Endpoint>(slice));
  const inContract = calls.flatMap((call) =>
    call.body
      ? secretPaths(z.toJSONSchema(call.body, { io: "input", unrepresentable: "any" })).map(
          (path) => `${line(call)} ${path}`,
        )
      : [],
  );
  const above = places.flatMap(({ sends, asks }) =>
    sends.flatMap((call) =>
      asks.flatMap(({ path }) => [
        `${line(call)} ${path}`,
        // A key that is sent on its own is at the top of the body.
        `${line(call)} ${path.replace("credentials.", "")}`,
        `${line(call)} credentials.*`,
      ]),
    ),
  );
  expect(inContract.length).toBeGreaterThan(8);
  expect(inContract.filter((field) => !above.includes(field))).toEqual([]);
});
