import type { MailOrder } from "../mail";
import { renderMail } from "../rendering/mail";
import { type PreviewRequest, type RenderAnswer, stopped } from "./messages";

const blankMjml = "<mjml><mj-body></mj-body></mjml>";

/**
 * Renders the subject and the page of a mail, or returns their errors. If only one of the two has
 * errors, the other is still rendered. There is no time limit here: the caller enforces it.
 */
export async function renderRequest({ mail, sparse, full }: PreviewRequest): Promise<RenderAnswer> {
  const rendered = await render(mail);
  if (!rendered.ok) {
    const { errors } = rendered;
    const isRight = (part: "subject" | "body") => errors.every((error) => error.part !== part);
    const ofSubject = isRight("subject") ? await render({ ...mail, mjml: blankMjml }) : undefined;
    const ofBody = isRight("body") ? await render({ ...mail, subject: "-" }) : undefined;
    return {
      ...stopped,
      errors,
      ...(ofSubject?.ok && { subject: ofSubject.subject }),
      ...(ofBody?.ok && {
        ...{ html: ofBody.html, size: ofBody.size, removed: ofBody.removed },
        fullSize: await sizeOf({ ...mail, subject: "-", variables: full }),
      }),
    };
  }
  const { ok: _, ...shown } = rendered;
  const answer = { ...shown, errors: [], fullSize: await sizeOf({ ...mail, variables: full }) };
  for (const variables of sparse) {
    const trial = await render({ ...mail, variables });
    if (!trial.ok) return { ...answer, sparseErrors: trial.errors };
  }
  return { ...answer, sparseErrors: [] };
}

/** Null if the mail does not render. */
async function sizeOf(mail: MailOrder): Promise<number | null> {
  const rendered = await render(mail);
  return rendered.ok ? rendered.size : null;
}

const render = (mail: MailOrder) => renderMail(mail, (work) => work());
