import { folded } from "./import-words";

/**
 * What a value means by itself:
 * - yes and no: in a column that says when nothing may be sent, they mean the opposite
 * - subscribed, agreed: words of consent; the first ones alone mean it whatever the column's head
 * - refused: words that speak of nothing but mail
 * - perhaps refused: words of refusal that may also speak of an account or an order
 * - moment: a date, or a time since 1970 in seconds or milliseconds
 */
export type Word =
  | "yes"
  | "no"
  | "subscribed"
  | "agreed"
  | "refused"
  | "perhaps refused"
  | "moment"
  | undefined;

const yes = /^(yes|y|true|t|1|1 0|x|on|da|ja|oui|si|sim|tak|ano|evet|igen|kylla)$/;
const no = /^(no|n|false|f|0|0 0|off|none|never|ne|nein|non|nao|nee|nie|nej|nei|net|hayir|nem|ei)$/;

const subscribed =
  /^((re)?subscribed?|opt(ed)? in|pretplacen[aio]?|prijavljen[aio]?|angemeldet|abonniert|abonnee?( e)?|inscrite?( e)?|suscrit[oa]|iscritt[oa]|inscrit[oa]|assinante)$/;

const agreed =
  /^(active|activated|enabled|confirmed|verified|(single |double )opt in|accepted|granted|given|consented|consent given|express|explicit|permitted|allowed|valid|marketing contact|aktiv(an|na|no)?|potvrden[ao]?|bestatigt|actif|confirmee?( e)?|activ[oa]|confirmad[oa]|attiv[oa]|confermat[oa]|ativ[oa])$/;

const refused =
  /^(un ?subscribed?|un ?sub|block ?listed|black ?listed|((hard|soft) )?bounced?|suppressed|user suppressed|opt(ed)? ?out|unconfirmed|not (yet )?confirmed|(never|non|not) ?subscribed|not opted in|no consent|non marketing contact|complain(ed|t|er)|spam (complaint|report(ed)?)|reported spam|marked as spam|do not (contact|e ?mail|mail|disturb)|dnc|dnd|odjavljen[aio]?|abgemeldet|unbestatigt|desabonnee?( e)?|desinscrite?( e)?|no confirmad[oa]|(dad[oa] de )?baja|disiscritt[oa]|non confermat[oa]|descadastrad[oa]|uitgeschreven|afgemeld|avregistrerad|avmeldt|odhlasen[aoy]?|wypisan[ayo]?|leiratkozott|dezabonat)$/;

const perhapsRefused =
  /^(blocked|cleaned|disabled|deactivated|spam|spammy|junk|abused?|archived|deleted|removed|erased|inactive|unactivated|invalid|malformed|undeliverable|declined|rejected|withdrawn|revoked|expired|suspended|banned|cancell?ed|churned|quarantined|neaktiv(an|na|no)|blokiran[ao]?|obrisan[ao]?|otkazan[ao]?|inaktiv|gesperrt|geloscht|storniert|inactifs?|inactive|annulee?|supprimee?|inactiv[oa]|cancelad[oa]|eliminad[oa]|inattiv[oa]|annullat[oa]|cancellat[oa]|inativ[oa]|geblokkeerd)$/;

const date =
  /^(\d{1,4}[-./] ?\d{1,2}[-./] ?\d{1,4}|\d{8}(T|$)|\d{1,2}(\.|st|nd|rd|th)? \p{L}{3,}\.?,? \d{4}|\p{L}{3,}\.? \d{1,2}(st|nd|rd|th)?,? \d{4})/u;
const seconds = /^\d{9,13}(\.\d+)?$/;

/** What databases and spreadsheets write for a cell that holds nothing. */
const nothing = /^(|n a|na|nan|null|nil|undefined|not set|not available|empty|blank)$/;
const noDate = /^(0000-00-00|1970-01-01)([ T]00:00:00|$)|^\\N$/;

/** Whether a value says anything. */
export const isSaid = (value: string) =>
  value === "✓" || !(nothing.test(folded(value)) || noDate.test(value));

export function wordOf(value: string): Word {
  if (/^[✓✔☑]$/u.test(value)) return "yes";
  if (/^[✗✘☐]$/u.test(value)) return "no";
  if (!isSaid(value)) return undefined;
  const word = folded(value);
  if (refused.test(word)) return "refused";
  if (perhapsRefused.test(word)) return "perhaps refused";
  if (subscribed.test(word)) return "subscribed";
  if (agreed.test(word)) return "agreed";
  if (yes.test(word)) return "yes";
  if (no.test(word)) return "no";
  return date.test(value) || seconds.test(value) ? "moment" : undefined;
}
