import { act, screen, within } from "@testing-library/react";
import {
  type PreviewMessage,
  type PreviewRequest,
  toRendering,
} from "@/features/newsletter/preview/messages";
import { renderRequest } from "@/features/newsletter/preview/render-request";
import { api, renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";

export const sender = "novosti@zima.example.com";

/** A whole MJML template around some text, which stands on its fifth line. */
export const mjml = (text: string) =>
  `<mjml>\n<mj-body>\n<mj-section>\n<mj-column>\n<mj-text>${text}</mj-text>\n</mj-column>\n</mj-section>\n</mj-body>\n</mjml>`;

type Body = Readonly<Record<string, unknown>>;

/** A server with a group, its mail service, and its newsletter; null leaves that as it begins. */
export async function mailingServer(settings: Body | null = {}) {
  const server = await startServer();
  const { id: group } = await api<{ id: number }>(server, "POST publishing/account-groups", {
    name: "Zima",
    description: null,
  });
  const { id: service } = await api<{ id: number }>(
    server,
    `POST publishing/account-groups/${group}/integrations`,
    {
      platform: "amazon_ses",
      store_name: sender,
      credentials: {
        aws_access_key_id: "sandbox-id",
        aws_secret_access_key: "sandbox-secret",
        aws_region: "eu-central-1",
      },
    },
  );
  const body = {
    is_active: false,
    integration_id: service,
    sender_email: sender,
    subject_template: "Zdravo {{ subscriber_name }}",
    mjml_template: mjml("Pozdrav, {{ subscriber_name }}!"),
    ...settings,
  };
  if (settings) await api(server, `PUT admin/newsletter/settings/${group}`, body);
  return { server, group, service, body };
}

type Given = Awaited<ReturnType<typeof mailingServer>>;

/** The console at that group's newsletter. */
export async function openNewsletter(given: Given) {
  const { server, group } = given;
  const app = await renderApp("/dashboard/config?tab=newsletter", { server });
  const form = within(await screen.findByRole("form", { name: "Newsletter settings" }));
  const preview = within(screen.getByRole("region", { name: "Preview" }));
  const field = (name: string) => form.getByRole("textbox", { name });
  /** Typed at once: braces are keys to whoever types letter by letter. */
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
  api<Body>(server, `GET admin/newsletter/settings/${group}`);

/**
 * The page in the preview's frame, which jsdom does not load: it renders with what the real one
 * renders with, in this process.
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

  /** `from` stands for another window. */
  function say(data: PreviewMessage, from: object = window) {
    act(() => {
      globalThis.dispatchEvent(Object.assign(new Event("message"), { source: from, data }));
    });
  }
  return { frame, asked, say, begin: () => say({ kind: "ready" }) };
}
