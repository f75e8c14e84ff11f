import { optionalText, requiredText } from "@/shared/api/fields";
import { idSchema } from "@/shared/api/id";
import { lenient, lenientText, openEnum } from "@/shared/api/reply/lenient";
import { listField } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

/**
 * The settings of a group's newsletter; blank and inactive if they were never saved. Unknown fields
 * of a newer server are kept, because the settings are sent back as a whole.
 */
export const newsletterSettingsSchema = z.looseObject({
  is_active: lenient(z.boolean(), () => false),
  integration_id: lenient(z.nullable(idSchema)),
  sender_email: lenient(z.nullable(z.string())),
  subject_template: lenientText,
  mjml_template: lenientText,
});

const maxTemplate = 500_000;
const bytes = new TextEncoder();

/**
 * An address by the rule of the HTML standard, as browsers apply it to `<input type="email">`, at a
 * domain of at least two parts. A domain in other letters than Latin ones is read in its encoded form.
 */
export const isEmail = (text: string) => {
  const address = encodedEmail(text);
  return z.regexes.html5Email.test(address) && /@.+\./.test(address);
};

/** The address with its domain as mail servers know it: `ana@пример.срб` is `ana@xn--e1afmkfd.xn--90a3ac`. */
function encodedEmail(text: string): string {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  const isEncoded = /^[a-z0-9.-]*$/i.test(domain);
  // The browser would also take a path or a port for a part of a domain.
  if (at < 0 || isEncoded || /[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return text;
  try {
    return `${text.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return text;
  }
}

/** The form in which two spellings of one address are equal. */
export const addressKey = (address: string) => encodedEmail(address).toLowerCase();

/** The whole settings. An inactive draft may lack anything; an active one must be complete. */
export const newsletterSettingsUpdateSchema = z
  .strictObject({
    is_active: z.boolean(),
    integration_id: z.nullable(idSchema),
    sender_email: z.pipe(
      z.nullable(
        z.string().check(
          z.trim(),
          z.maxLength(254, "At most 254 characters."),
          z.refine(
            (text) => text === "" || isEmail(text),
            "Sender email must be an email address like news@example.com.",
          ),
        ),
      ),
      z.transform((text) => (text ? encodedEmail(text) : null)),
    ),
    subject_template: z.string().check(z.trim(), z.maxLength(2000, "At most 2,000 characters.")),
    mjml_template: z
      .string()
      .check(z.refine((text) => bytes.encode(text).length <= maxTemplate, "At most 500 kB.")),
  })
  .check(
    z.superRefine((settings, context) => {
      if (!settings.is_active) return;
      for (const [field, label] of neededWhenActive) {
        const value = settings[field];
        if (value !== null && String(value).trim() !== "") continue;
        const message = `${label} is required to switch the newsletter on.`;
        context.addIssue({ code: "custom", path: [field], message });
      }
    }),
  );

const neededWhenActive = [
  ["integration_id", "Integration"],
  ["sender_email", "Sender email"],
  ["subject_template", "Subject template"],
  ["mjml_template", "MJML template"],
] as const;

export type NewsletterSettings = z.infer<typeof newsletterSettingsSchema>;
export type NewsletterFields = z.input<typeof newsletterSettingsUpdateSchema>;

/** Returns the settings as form values. */
export const newsletterFields = (settings: NewsletterSettings): NewsletterFields => ({
  is_active: settings.is_active,
  integration_id: settings.integration_id ?? null,
  sender_email: settings.sender_email ?? "",
  subject_template: settings.subject_template,
  mjml_template: settings.mjml_template,
});

/** A subscriber of the newsletter; inactive after they have unsubscribed. */
export const subscriberSchema = z.object({
  id: idSchema,
  email: lenientText,
  name: lenient(z.nullable(z.string())),
  is_active: lenient(z.boolean()),
  /** Why they get nothing any more. */
  inactive_reason: lenient(z.nullish(z.string())),
});

export const mailStatuses = [
  "waiting",
  "sending",
  "sent",
  "failed",
  "unknown",
  "left_out",
] as const;

export type MailStatus = (typeof mailStatuses)[number];

/** The mail of one recipient of a newsletter. */
export const newsletterMailSchema = z.object({
  id: idSchema,
  recipient: lenientText,
  status: lenient(openEnum(mailStatuses), () => "unknown"),
  error: lenient(z.nullish(z.string())),
  retry_at: lenient(z.nullish(z.string())),
  at: lenient(z.nullish(z.string())),
});

export type NewsletterMail = z.output<typeof newsletterMailSchema>;

/** The latest newsletter of a group: how far it has come, and one page of its mails. */
export const newsletterRunSchema = z.object({
  slot: lenient(z.nullish(z.string())),
  wait_until: lenient(z.nullish(z.string())),
  why: lenient(z.nullish(z.string())),
  counts: lenient(
    z.record(z.string(), lenient(z.number())),
    (): Record<string, number | undefined> => ({}),
  ),
  mails: listField(newsletterMailSchema),
  /** The `after` of the next page; null on the last one. */
  next: lenient(z.nullish(idSchema)),
});

export const newsletterMailsSchema = z.object({
  status: z.optional(z.enum(mailStatuses)),
  after: z.optional(idSchema),
});

/** Who gets a test email: optional, as the capability `test-email-to`. */
export const testEmailSchema = z.object({
  to: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.maxLength(254),
          z.refine(isEmail, "The recipient must be an email address like milica@example.com."),
        ),
      z.transform(encodedEmail),
    ),
  ),
});

/** A new subscriber: the form's values (input) and the API's body (output). */
export const newSubscriberSchema = z.strictObject({
  email: z.pipe(
    requiredText(254, { error: "Email is required.", abort: true }).check(
      z.refine(isEmail, "Email must be an email address like milica@example.com."),
    ),
    z.transform(encodedEmail),
  ),
  name: optionalText(200),
});

export type Subscriber = z.infer<typeof subscriberSchema>;
export type NewSubscriber = z.input<typeof newSubscriberSchema>;
