import { z } from "zod";
import type { SmtpServer } from "../adapters/live/smtp/mailer.ts";
import { StartError } from "../kernel/fault.ts";
import type { Given } from "./formats.ts";

/** The server that sends mail, unless the integrations' own service does. */
export const mailVariables = {
  SMTP_URL: z
    .string()
    .refine(
      (text) => smtpServerOf(text) !== undefined,
      "must look like smtps://user:password@smtp.example.com:465, or smtp:// with STARTTLS",
    )
    .optional(),
};

type Variables = Given<typeof mailVariables> & {
  readonly LIVE: readonly string[];
  readonly HOLD: boolean;
  readonly PUBLIC_ORIGINS: readonly string[];
};

/** Throws a StartError if mail could not be sent, or its readers could not unsubscribe. */
export function readMail(given: Variables): SmtpServer | undefined {
  const { LIVE: names, HOLD: isHeld, PUBLIC_ORIGINS: origins, SMTP_URL: url } = given;
  const [ses, smtp] = [names.includes("amazon_ses"), names.includes("smtp")];
  if (ses && smtp) throw new StartError("LIVE names amazon_ses and smtp: mail goes out by one.");
  if (!ses && !smtp) return undefined;
  if (smtp && url === undefined) throw new StartError("For LIVE=smtp set SMTP_URL.");
  if (!isHeld && !origins[0]?.startsWith("https://")) {
    throw new StartError(
      `For LIVE=${ses ? "amazon_ses" : "smtp"} set PUBLIC_ORIGINS to the https address of the console: the links to unsubscribe lead there.`,
    );
  }
  return smtp ? smtpServerOf(url ?? "") : undefined;
}

/** Returns undefined unless the text is the address of an SMTP server. */
function smtpServerOf(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search } = new URL(text);
  const isEncrypted = protocol === "smtps:";
  if ((!isEncrypted && protocol !== "smtp:") || hostname === "") return undefined;
  if (!["", "/"].includes(pathname) || search !== "" || (username === "") !== (password === "")) {
    return undefined;
  }
  try {
    const login = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
    return {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (isEncrypted ? 465 : 587) : Number(port),
      isEncrypted,
      login: username === "" ? undefined : login,
    };
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}
