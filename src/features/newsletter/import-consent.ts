import { type Columns, plainCell } from "./import-columns";
import type { RawRow } from "./import-rows";

/** What a row says about consent. Only words that are known to mean yes count as yes. */
export type Consent =
  | { readonly is: "given" }
  | { readonly is: "refused" | "unclear"; readonly column: number; readonly value: string };

/** A value of which only the operator knows what it means, and how many rows hold it. */
export type ConsentQuestion = {
  readonly column: number;
  readonly value: string;
  readonly rows: number;
  /** Undefined until it is answered; until then its rows are left out. */
  readonly answer: Answer | undefined;
};

export type Answer = "import" | "skip";
/** The operator's answers, by `answerKey`. */
export type Answers = Readonly<Record<string, Answer>>;
export const answerKey = (column: number, value: string) => `${column}:${value.toLowerCase()}`;

/** A column that speaks of consent. In a `block` column 'yes' means that nothing may be sent. */
type ConsentColumn = {
  readonly column: number;
  readonly is: "allow" | "block";
  /** It holds the time at which something happened. */
  readonly isTime: boolean;
};

/**
 * Heads of the exports of listmonk, Mailchimp, Brevo, Klaviyo, Shopify, MailerLite, SendGrid and
 * Mautic, and the same words in the languages of their screens.
 */
const heads = {
  block:
    /un-?sub|opt(ed)?[ _-]?out|block|blacklist|bounce|suppress|complain|spam|junk|do[ _-]?not|\bdnc\b|clean|deleted|archived|odjav|odbij|blokira|abgemeldet|abmeld|gesperrt|d[ée]sabonn|d[ée]sinscri|rejet|\bbaja\b|rebot|bloque|disiscri|cancell?a|rimbalz|annulla|descadastr/i,
  allow:
    /status|active|subscri|opt(ed)?[ _-]?in|consent|permission|confirm|verified|accepts|marketing|enabled|aktiv|stanje|pretplat|saglasn|privol|pristan|potvrđ|einwillig|bestätig|zustimm|angemeldet|abonn|statut|inscri|actif|estado|suscri|activo|\bstato\b|iscritt|consenso|confermat|attiv|situação|assinante/i,
  /** Other channels than mail, and what stands beside a consent: its address, source or reason. */
  other:
    /\bsms|phone|whatsapp|push|order|payment|fulfil|marital|(^|[ _-])(ip|source|reason|tags?|notes?)$/i,
  time: /time|date|[ _]at$|datum|fecha|\bdata\b|heure|zeit/i,
} as const;

/** Yes in itself. In a `block` column it means that nothing may be sent. */
const affirms = /^(yes|y|true|t|1|x|on|da|ja|oui|sí|si|sì|sim|да)$/i;
const denies = /^(no|n|false|f|0|off|none|never|ne|nein|non|não|nao|не)$/i;

/** Words of consent, whatever the column. */
const agreed =
  /^(active|enabled|subscribed|confirmed|verified|opted[ _-]?in|(single |double )?opt[ _-]?in|accepted|granted|valid|aktiv(an|na|no)?|pretplaćena?|potvrđeno?|angemeldet|bestätigt|abonniert|actif|active|abonnée?|confirmée?|inscrite?|activ[oa]|suscrit[oa]|confirmad[oa]|attiv[oa]|iscritt[oa]|confermat[oa]|ativ[oa]|inscrit[oa]|assinante|активан|активна)$/i;

/** Words of refusal, whatever the column: one without a known head shows itself by them. */
const refused =
  /^(un-?subscribed|block(ed|listed)|black-?listed|((hard|soft)[ _-]?)?bounced?|cleaned|suppressed|disabled|opt(ed)?[ _-]?out|unconfirmed|not (yet )?confirmed|(never|non|not)[ _-]?subscribed|complain(ed|t)|spam|junk|archived|deleted|removed|inactive|invalid|undeliverable|do not contact|dnc|declined|rejected|withdrawn|revoked|expired|odjavljena?|neaktiv(an|na|no)|blokirana?|abgemeldet|inaktiv|gesperrt|unbestätigt|désabonnée?|inactif|inactive|désinscrite?|no confirmad[oa]|(dad[oa] de )?baja|inactiv[oa]|disiscritt[oa]|inattiv[oa]|non confermat[oa]|inativ[oa]|cancelad[oa]|descadastrad[oa]|неактиван|неактивна|одјављена?)$/i;

const isMoment = (value: string) => /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/.test(value);

/** The columns that speak of consent, by their heads, or by words that only such columns hold. */
export function consentColumns(
  rows: readonly RawRow[],
  { hasHead, email, name }: Columns,
): readonly ConsentColumn[] {
  const head = hasHead ? (rows[0]?.cells ?? []) : [];
  const records = hasHead ? rows.slice(1) : rows;
  const width = Math.max(head.length, records[0]?.cells.length ?? 0);
  const columns = Array.from({ length: width }, (_, column) => column);
  const found = columns.flatMap((column): ConsentColumn[] => {
    if (column === email || name.includes(column)) return [];
    const title = plainCell(head[column]);
    const isTime = heads.time.test(title);
    if (!heads.other.test(title)) {
      if (heads.block.test(title)) return [{ column, isTime, is: "block" }];
      if (heads.allow.test(title)) return [{ column, isTime, is: "allow" }];
    }
    const shows = records.some(({ cells }) => refused.test(plainCell(cells[column])));
    return shows ? [{ column, isTime: false, is: "allow" }] : [];
  });
  // The time of a consent may be missing where another column says that it was given.
  const isSaid = found.some(({ is, isTime }) => is === "allow" && !isTime);
  return isSaid ? found.filter(({ is, isTime }) => is === "block" || !isTime) : found;
}

/** What the cells of one row say. A column that means no outweighs all others. */
export function consentOf(
  cells: readonly string[],
  columns: readonly ConsentColumn[],
  answers: Answers,
): Consent {
  const read = columns.map(({ column, is }) => {
    const value = plainCell(cells[column]);
    return { column, value, means: answers[answerKey(column, value)] ?? meaningOf(value, is) };
  });
  const worst =
    read.find(({ means }) => means === "skip") ?? read.find(({ means }) => means === "unclear");
  if (!worst) return { is: "given" };
  const { column, value, means } = worst;
  return { is: means === "unclear" ? "unclear" : "refused", column, value };
}

function meaningOf(value: string, is: ConsentColumn["is"]): Answer | "unclear" {
  if (refused.test(value)) return "skip";
  if (agreed.test(value)) return "import";
  if (is === "block") {
    if (value === "" || denies.test(value)) return "import";
    return affirms.test(value) || isMoment(value) ? "skip" : "unclear";
  }
  if (affirms.test(value) || isMoment(value)) return "import";
  return denies.test(value) ? "skip" : "unclear";
}
