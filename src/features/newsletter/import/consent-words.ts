/** The Latin letters of Cyrillic ones, without marks, so that Serbian words are listed once. */
const latin: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    ...{ а: "a", б: "b", в: "v", г: "g", д: "d", ђ: "d", е: "e", ж: "z", з: "z", и: "i", ј: "j" },
    ...{ к: "k", л: "l", љ: "lj", м: "m", н: "n", њ: "nj", о: "o", п: "p", р: "r", с: "s", т: "t" },
    ...{ ћ: "c", у: "u", ф: "f", х: "h", ц: "c", ч: "c", џ: "dz", ш: "s", щ: "sc", ъ: "", ы: "y" },
    ...{ ь: "", э: "e", ю: "ju", я: "ja", і: "i" },
  }),
);

/**
 * A head or a value as it is compared with lists of words: 'Opt-In_Time' and 'optInTime' are
 * 'opt in time', 'désabonné(e)' is 'desabonne e', 'Име' is 'ime'.
 */
export const folded = (text: string): string =>
  text
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("đ", "d")
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .replace(/[\u0400-\u04ff]/g, (letter) => latin[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * What a value means by itself:
 * - yes and no: in a column that says when nothing may be sent, they mean the opposite
 * - subscribed, agreed: words of consent; the first ones alone mean it whatever the column's head
 * - refused: words that speak of nothing but mail
 * - perhaps refused: words of refusal that may also speak of an account or an order
 * - waiting: words of a consent that is not there yet
 * - moment: a date, or a time since 1970 in seconds or milliseconds
 */
type Word =
  | "yes"
  | "no"
  | "subscribed"
  | "agreed"
  | "refused"
  | "perhaps refused"
  | "waiting"
  | "moment"
  | undefined;

const yes =
  /^(yes|y|true|t|1|1 0|x|on|da|ja|oui|si|sim|tak|ano|evet|igen|kylla|wahr|vrai|vero|verdader[oa]|verdadeir[oa]|tacno|prawda|waar|sant?)$/;
const no =
  /^(no|n|false|f|0|0 0|off|none|never|ne|nein|non|nao|nee|nie|nej|nei|net|nu|hayir|nem|ei|falsch|faux|falso|netacno|falsz|onwaar|falskt?)$/;

const subscribed =
  /^((re)?subscribed?|opt(ed)? in|pretplacen[aio]?|prijavljen[aio]?|angemeldet|abonniert|abonnee?( e)?|inscrite?( e)?|suscrit[oa]|iscritt[oa]|inscrit[oa]|assinante)$/;

const agreed =
  /^(active|activated|enabled|confirmed|verified|(single |double )opt in|accepted|granted|given|consented|consent given|express|explicit|permitted|allowed|valid|marketing contact|aktiv(an|na|no)?|potvrden[ao]?|bestatigt|actif|confirmee?( e)?|activ[oa]|confirmad[oa]|attiv[oa]|confermat[oa]|ativ[oa])$/;

const refused =
  /^(un ?subscribed?|un ?sub|block ?listed|black ?listed|((hard|soft) )?bounced?|suppressed|user suppressed|opt(ed)? ?out|unconfirmed|not (yet )?confirmed|(never|non|not) ?subscribed|not opted in|no consent|non marketing contact|complain(ed|t|er)|spam (complaint|report(ed)?)|reported spam|marked as spam|do not (contact|e ?mail|mail|disturb)|dnc|dnd|odjavljen[aio]?|abgemeldet|unbestatigt|desabonnee?( e)?|desinscrite?( e)?|no confirmad[oa]|(dad[oa] de )?baja|disiscritt[oa]|non confermat[oa]|descadastrad[oa]|uitgeschreven|afgemeld|avregistrerad|avmeldt|odhlasen[aoy]?|wypisan[ayo]?|leiratkozott|dezabonat|no suscrit[oa]|suscripcion cancelada|rebotad[oa]|non abonnee?( e)?|non confirmee?( e)?|non iscritt[oa]|desuscrit[oa]|odjava|nicht (angemeldet|bestatigt)|not activated|nepotvrden[oa])$/;

const perhapsRefused =
  /^(blocked|cleaned|disabled|deactivated|spam|spammy|junk|abused?|archived|deleted|removed|erased|inactive|unactivated|invalid|malformed|undeliverable|declined|rejected|withdrawn|revoked|expired|suspended|banned|cancell?ed|churned|quarantined|neaktiv(an|na|no)|blokiran[ao]?|obrisan[ao]?|otkazan[ao]?|inaktiv|gesperrt|geloscht|storniert|inactifs?|inactive|annulee?|supprimee?|inactiv[oa]|cancelad[oa]|eliminad[oa]|inattiv[oa]|annullat[oa]|cancellat[oa]|inativ[oa]|geblokkeerd|bloqu(e|ee|ead[oa])|bloccat[oa])$/;

const waiting =
  /^(pending|waiting|awaiting|pendiente|pendente|en attente|in attesa|ausstehend|na cekanju|oczekujac[aey])$/;

/** A month by its first letters, in English, Serbian, German, French, Spanish, Italian and Portuguese. */
const month =
  "(jan|ene|gen|feb|fe[bv]|fév|m[aä]r|mai|maj|may|mag|apr|avr|abr|jun|juin|giu|jul|juil|lug|avg|aug|ao[uû]|ago|sep|set|okt|oct|ott|out|nov|dec|déc|dez|dic)\\p{L}*";

/** A date alone, or with its day of the week, time and zone: what else stands beside it may say no. */
const date = new RegExp(
  [
    /^((mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?/u,
    /(\d{1,4}[-./] ?\d{1,2}[-./] ?\d{1,4}|\d{8}|\d{1,2}(\.|st|nd|rd|th)? MONTH\.?,? \d{4}|MONTH\.? \d{1,2}(st|nd|rd|th)?,? \d{4})\.?/u,
    /([ T,]+(at |um |u )?\d{1,2}([:.h]\d{2}){1,2}([.,]\d+)?( ?[ap]\.?m\.?)?|T\d{4,6})?/u,
    /( ?\(?(z|utc|gmt|bst|we?t|ce?t|ee?t|[cew]est|[ecmp][sd]t|msk|[+-]\d{2}(:?\d{2})?)\)?){0,2}$/u,
  ]
    .map(({ source }) => source.replaceAll("MONTH", month))
    .join(""),
  "iu",
);
const seconds = /^\d{9,13}(\.\d+)?$/;

/** What databases and spreadsheets write for a cell that holds nothing. */
const nothing = /^(n a|na|nan|null|nil|undefined|not set|not available|empty|blank)$/;
const noSigns = /^[-–—_.,/\\()[\]{}"'\s]*$|^\\N$/;
/** The year 0 or 1, and the first day of a spreadsheet or of Unix, in any order. */
const noDate =
  /^(0{4}|0001|1899|1900)[-./]\d{1,2}[-./]\d{1,2}\b|^\d{1,2}[-./]\d{1,2}[-./](0{4}|0001|1899|1900)\b|^1970[-./]0?1[-./]0?1\b|^0?1[-./]0?1[-./]1970\b|^0{8}$/;

/** True if a value says anything. */
export const isSaid = (value: string) =>
  !(noSigns.test(value) || nothing.test(folded(value)) || noDate.test(value));

export function wordOf(value: string): Word {
  const sign = value.replaceAll("\ufe0f", "");
  if (/^[✓✔☑✅]$/u.test(sign)) return "yes";
  if (/^[✗✘☐❌✖❎🚫]$/u.test(sign)) return "no";
  if (!isSaid(value)) return undefined;
  const word = folded(value);
  // A sign beside a word may turn it round: '☐ yes', '-1'.
  if (/^[-−–]\s?\d|[\p{So}≠¬]/u.test(value)) return refused.test(word) ? "refused" : undefined;
  if (refused.test(word)) return "refused";
  if (perhapsRefused.test(word)) return "perhaps refused";
  if (waiting.test(word)) return "waiting";
  if (subscribed.test(word)) return "subscribed";
  if (agreed.test(word)) return "agreed";
  if (yes.test(word)) return "yes";
  if (no.test(word)) return "no";
  return date.test(value) || seconds.test(value) ? "moment" : undefined;
}
