import type { MailOrder, RenderedMail } from "@/features/newsletter/mail";

/**
 * Renders a mail from Jinja-style templates, with MJML for the body. A template cannot read files or use
 * the network, and has a time limit; its errors are returned. Throws only if the renderer itself fails.
 */
export type MailRenderer = {
  readonly render: (mail: MailOrder) => Promise<RenderedMail>;
};
