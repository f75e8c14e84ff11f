import type { MailOrder, RenderedMail } from "../mail";

/**
 * Renders the subject and the page of one mail, or returns the errors of their templates. Both the
 * server and the preview use this.
 *
 * @param inTime stops work that takes too long, by throwing
 */
export declare function renderMail(
  mail: MailOrder,
  inTime: <T>(work: () => T) => T,
): Promise<RenderedMail>;
