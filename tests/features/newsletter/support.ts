import { act, screen, waitFor, within } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";
import { groupsApi } from "@/features/groups/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { newsletterApi } from "@/features/newsletter/contract";
import {
  type PreviewMessage,
  type PreviewRequest,
  toRendering,
} from "@/features/newsletter/preview/messages";
import { renderRequest } from "@/features/newsletter/preview/render-request";
import type { Ports } from "../../../server/ports/ports.ts";
import { checkFile, type FileCheck } from "../../../src/features/newsletter/import/check";
import type { CheckOrder } from "../../../src/features/newsletter/import/worker";
import { type BodyOf, call } from "../../support/call";
import { renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";

export const sender = "novosti@zima.example.com";

/** A whole MJML template around some text, which is on its fifth line. */
export const mjml = (text: string) =>
  `<mjml>\n<mj-body>\n<mj-section>\n<mj-column>\n<mj-text>${text}</mj-text>\n</mj-column>\n</mj-section>\n</mj-body>\n</mjml>`;

type Body = Partial<BodyOf<typeof newsletterApi.saveSettings>>;

/** A server with a group, its mail service, and its newsletter; null keeps its defaults. */
export async function mailingServer(settings: Body | null = {}, ports: Partial<Ports> = {}) {
  const server = await startServer({ ports });
  const { id: group } = await call(server, groupsApi.create, {
    body: {
      name: "Zima",
      description: null,
    },
  });
  const { id: service } = await call(server, integrationsApi.add, {
    params: { id: group },
    body: {
      platform: "amazon_ses",
      store_name: sender,
      credentials: {
        aws_access_key_id: "sandbox-id",
        aws_secret_access_key: "sandbox-secret",
        aws_region: "eu-central-1",
      },
    },
  });
  const body = {
    is_active: false,
    integration_id: service,
    sender_email: sender,
    subject_template: "Zdravo {{ subscriber_name }}",
    mjml_template: mjml("Pozdrav, {{ subscriber_name }}!"),
    ...settings,
  };
  if (settings)
    await call(server, newsletterApi.saveSettings, { params: { groupId: group }, body });
  return { server, group, service, body };
}

/** Connects a shop to a group, which so may have products on sale. */
export const addShop = (server: TestServer, group: number) =>
  call(server, integrationsApi.add, {
    params: { id: group },
    body: {
      platform: "shopify",
      store_name: "zima.myshopify.com",
      credentials: { api_key: "key", password: "sandbox-token", webhook_secret: "hook" },
    },
  });

/** Waits until `look` no longer throws: `waitFor`, or `until` while time stands still. */
type Wait = <T>(look: () => T) => Promise<T>;

type Given = Awaited<ReturnType<typeof mailingServer>>;

/** Opens that group's newsletter; `wait` is `until` while time stands still. */
export async function openNewsletter(given: Given, wait: Wait = waitFor) {
  const { server, group } = given;
  const app = await renderApp("/dashboard/config?tab=newsletter", { server });
  const form = within(await wait(() => screen.getByRole("form", { name: "Newsletter settings" })));
  const preview = within(screen.getByRole("region", { name: "Preview" }));
  const field = (name: string) => form.getByRole("textbox", { name });
  /** Pastes the text: `user.type` would read braces as key names. */
  async function put(name: string, text: string) {
    await app.user.clear(field(name));
    if (text === "") return;
    await app.user.click(field(name));
    await app.user.paste(text);
  }
  const save = () => app.user.click(form.getByRole("button", { name: "Save settings" }));
  const settings = () => settingsOf(server, group);
  return { ...app, ...given, form, preview, field, put, save, settings };
}

const settingsOf = (server: TestServer, group: number) =>
  call(server, newsletterApi.settings, { params: { groupId: group } });

/**
 * Replaces the page in the preview's frame, which jsdom does not load: it renders with the real
 * page's renderer, in this process.
 */
export function previewPage() {
  const frame = screen.getByTitle<HTMLIFrameElement>("Mail preview");
  const asked: PreviewRequest[] = [];
  const window = {
    postMessage: async (request: PreviewRequest) => {
      asked.push(request);
      const answer = await renderRequest(request);
      say({ kind: "rendered", ...toRendering(request.id, answer) });
    },
  };
  Object.defineProperty(frame, "contentWindow", { value: window, configurable: true });

  /** `from` is the window that sends the message. */
  function say(data: PreviewMessage, from: object = window) {
    act(() => {
      globalThis.dispatchEvent(Object.assign(new Event("message"), { source: from, data }));
    });
  }
  return { frame, asked, say, begin: () => say({ kind: "ready" }) };
}

export const newsletter = "/dashboard/config?tab=newsletter";

/** Opens the newsletter of a group with these subscribers, once `prepare` has changed the server. */
export async function openSubscribers(
  added: readonly BodyOf<typeof newsletterApi.addSubscriber>[] = [],
  prepare?: (server: TestServer) => Promise<unknown>,
) {
  const server = await startServer();
  const group = await call(server, groupsApi.create, {
    body: {
      name: "Zimska kolekcija",
    },
  });
  const path = `admin/newsletter/subscribers/${group.id}`;
  const params = { groupId: group.id };
  for (const body of added) await call(server, newsletterApi.addSubscriber, { params, body });
  await prepare?.(server);
  const app = await renderApp(newsletter, { server });
  const region = within(await screen.findByRole("region", { name: "Subscribers" }));
  const form = within(await region.findByRole("form", { name: "Add subscriber" }));
  const rows = () =>
    region.queryAllByRole("listitem").map((row) => within(row).getByRole("button").ariaLabel);
  const stored = () => call(server, newsletterApi.subscribers, { params });
  return { ...app, group: group.id, path, region, form, rows, stored };
}

/** jsdom has no workers: this one does the same as ours, asynchronously in the page. */
export function withWorkers() {
  vi.stubGlobal(
    "Worker",
    class {
      onmessage: ((event: { data: FileCheck }) => void) | undefined;
      #isEnded = false;
      async postMessage({ file, known, choices }: CheckOrder) {
        const bytes = await bytesOf(file);
        if (!this.#isEnded) this.onmessage?.({ data: checkFile(bytes, known, choices) });
      }
      terminate() {
        this.#isEnded = true;
      }
    },
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

const bytesOf = (file: Blob) =>
  new Promise<Uint8Array>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(file);
  });
