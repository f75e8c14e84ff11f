import type { MailOrder, RenderedMail } from "../mail";

/**
 * Subject and page of one mail, or what is wrong with their templates. The server and the preview
 * both render with this.
 *
 * @param inTime ends work that does not end by itself, by throwing
 */
export declare function renderMail(
  mail: MailOrder,
  inTime: <T>(work: () => T) => T,
): Promise<RenderedMail>;
