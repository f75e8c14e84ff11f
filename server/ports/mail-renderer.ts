import type { MailOrder, RenderedMail } from "@/features/newsletter/mail";

/**
 * Makes a mail of Jinja-style templates, the body's being MJML. A template is at most a mistake:
 * whatever it says it reads no file, asks no network, and ends in time. Throws only where the
 * renderer itself does not work.
 */
export type MailRenderer = {
  readonly render: (mail: MailOrder) => Promise<RenderedMail>;
};
