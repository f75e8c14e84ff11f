/**
 * A column that speaks of consent to e-mail:
 * - allow: it says yes or no, or since when
 * - allowing status: it says yes or no, and never since when
 * - allowing time: the time of a consent; it may be missing if another column says yes
 * - block: any value but a no means that nothing may be sent
 * - ask: it may mean one or the other
 * - ask alone: the same, but it counts only if no other column speaks of consent
 * - status: its head says nothing, but its few values are those of a subscriber
 * - words: free text, in which only a refusal counts
 */
export type ConsentColumn = {
  readonly column: number;
  readonly is:
    | "allow"
    | "allowing status"
    | "allowing time"
    | "block"
    | "ask"
    | "ask alone"
    | "status"
    | "words";
};

const mail = /\be ?mails?\b/;
const channel =
  /\b(sms|mms|texts?|text messages?|phone|telephone|telefon|telefono|mobile|whats ?app|viber|telegram|messenger|(web ?)?push|calls?|fax|postal|postcards?)\b/;

/** Figures: how many mails were sent, and how they were received. They are no consent to any. */
const figures =
  /\b(rate|opens|opened|clicks|clicked|sent|sends|delivered|score|rating|open|click|reply)\b|\b(e ?mails|messages) bounced\b|\bun ?sub\w* (url|link|token|hash|page|code)\b/;

/** 'Send offers', 'Send me e-mail updates'. */
const sending = /\bsend\b.*\b(e ?mails?|mails?|marketing|news|offers|promotions?|updates?)\b/;

/** Words that name the consent, whatever purchase or action stands beside them. */
const named = new RegExp(
  [sending, /\bnews ?letters?\b|\bopt(ed)? ?(in|out)\b|\bdo ?n[o ]?t (send|e ?mail|mail|contact)\b/]
    .map(({ source }) => source)
    .join("|"),
);

/** Purchases and actions that have a status, a date or an end of their own. */
const action =
  /\b(orders?|payments?|billing|invoices?|refunds?|fulfil\w*|shipping|financial|leads?|deals?|opportunit\w+|tickets?|carts?|checkouts?|bookings?|reservations?|donations?|narudzbin[ae]|porudzbin[ae]|bestellung\w*|commandes?|pedidos?|ordin[ei]|send)\b/;

/** Matters that are no consent to e-mail, whatever stands beside them. */
const matter = new RegExp(
  [
    /\b(lifecycle|stage|marital|cookies?|photos?)\b/,
    // A reader who pays and one who does not have both agreed.
    /\b(active|paid|premium|free|trial) subscriptions?\b|\b(tier|plan|expiry|renewal)s?\b/,
    /\b(subscri\w+|news ?letters?)( \w+)? (type|level|price|amount|interval|period|product|platform|currency)\b/,
    // When somebody was last seen, and when a status was last changed.
    /\b(first|last) (active|activity|seen|open\w*|click\w*|log ?in|changed|updated|modified)\b/,
    /\b(status|state) (date|time|at|on|changed|since|updated|timestamp)\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** What stands beside a yes, and is none. */
const beside =
  /(^| )(ip|ip address|source|reason|tags?|notes?|id|uuid|title|url|link|token|hash|text|method|by|count|campaign|message|forms?|page|category|language|version|name|user ?agent)$/;

const block = new RegExp(
  [
    /\bun ?sub|\bopt(ed)? ?out|\bblocked\b|\b(block|black) ?list|\bbounced?s?\b|\bsuppress|\bcomplain/,
    /\bspam\b|\bjunk\b|\bdo ?not\b|\bdn[cde]\b|\bdisabled?\b|\bdeactivat|\binactive\b|\bcancel(l?ed|l?ation)?\b/,
    /\bclean(ed)?\b|\bdeleted?\b|\bremoved\b|\berased\b|\barchived?\b|\bquarantined?\b|\binvalid\b/,
    /\bundeliverable\b|\brevoked?\b|\bwithdraw|\brejected?\b|\bdeclined?\b|\bstop(ped)?\b|\bno (e ?)?mails?\b/,
    /\bodjav|\bodbij|\bblokir|\bobrisan|\bneaktiv|\babgemeldet|\babmeld|\bgesperrt|\bgeloscht/,
    /\bdesabonn|\bdesinscri|\brejet|\bbaja\b|\brebot|\bbloque|\bdisiscri|\bcancellat|\brimbalz|\bannull/,
    /\bdescadastr|\buitgeschr|\bafgemeld|\bavregistr|\bavmeld|\bodhlas|\bwypisan|\bleiratkoz|\bdezabon/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

const allow = new RegExp(
  [
    /^(is |has )?(active|activated|enabled|aktiv|aktivan|actif|activo|attivo|ativo)( (contact|recipient))?$/,
    /\bsubscri(bed?|bes|bers?|ptions?)\b|\bopt(ed|s)? ?in\b|\bconsent|\bpermission|\bconfirm|\bverified\b/,
    /\bnews ?letters?\b|\bmailing list\b|^mailings?$|\b(accepts?|receives?|wants?|agrees?|allows?)\b.*\b(marketing|e ?mails?|news|offers)\b/,
    sending,
    /\be ?mail marketing\b|\bmarketing (e ?mails?|contact)\b|\bpromotional e ?mails?\b/,
    /\bpretplat|\bprijavljen|\bsaglasn|\bprivol|\bpristan|\bpotvrd|\bbilten\b|\beinwillig|\bbestatig/,
    /\bzustimm|\bangemeldet|\babonn|\binscri|\bsuscri|\biscri[tz]|\bconsens|\bconsentim|\bconfermat/,
    /\bassina|\btoestemming|\bingeschreven|\bsamtyck|\bsamtykk|\bsouhlas|\bzgoda|\bhozzajarul/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

const time =
  /(^| )(time|date|timestamp|datum|since|at|on|zeit|zeitpunkt|heure|vreme)$|^(date|datum|fecha|data|since)\b/;

/** The words beside 'status' that speak of mail. The values decide what any other status is. */
const ofStatus =
  /^(e|mails?|e?mails|email|subscribers?|subscription|subscribe|newsletter|marketing|contact|consent|permission|confirmation|opt|in|optin|global|list|mailing|recipient|current|double|status)$/;

/** A state may also be a part of a country, so that the values decide. */
const state =
  /^((subscriber|subscription|contact|e ?mail) )?(state|statut|stato|estado|stanje|etat|zustand|situacao|stav|stan|allapot|tila)$/;

/** Words that turn a consent into a refusal. */
const negated =
  /\b(don ?t|never|no longer|not|no|without|exclud\w*|refus\w*|kein\w*|ne|nicht|non|pas|nao|sin|bez)\b/;

/**
 * Returns what a folded head says: the kind of its column, 'state' if its values decide, 'other' if
 * it speaks of something else than consent to e-mail, undefined if that is not known. The heads are
 * those of the exports of Mailchimp, Brevo, Klaviyo, Shopify, MailerLite, SendGrid, listmonk,
 * Mautic, Substack, WooCommerce, Kit, MailPoet, HubSpot, beehiiv, Ghost, Wix, Constant Contact,
 * Omnisend, Salesforce, Pipedrive, AWeber and CleverReach, in the languages of their screens.
 */
export function kindOf(head: string): ConsentColumn["is"] | "state" | "other" | undefined {
  if ((channel.test(head) && !mail.test(head)) || figures.test(head)) return "other";
  if (matter.test(head) || (action.test(head) && !named.test(head))) return "other";
  if (block.test(head)) return "block";
  // SendGrid's files of invalid addresses have nothing but this to say so.
  if (head === "reason") return "ask alone";
  if (beside.test(head)) return "other";
  if (state.test(head)) return "state";
  const words = head.split(" ");
  if (words.includes("status")) {
    return words.every((word) => ofStatus.test(word)) ? "allowing status" : "ask alone";
  }
  if (allow.test(head) && negated.test(head)) return "block";
  if (allow.test(head)) return time.test(head) ? "allowing time" : "allow";
  return /\bmarketing\b/.test(head) ? "ask" : undefined;
}

/**
 * Whether these are the folded heads of HubSpot's file of unsubscribes and bounces. Each of its
 * columns is a kind of mail, in which TRUE means unsubscribed, whatever its name:
 * https://knowledge.hubspot.com/articles/kcs_article/contacts/what-do-the-columns-mean-in-csv-i-receive-when-i-export-unsubscribes-and-bounces
 */
export const tellsUnsubscribes = (heads: readonly string[]) =>
  heads.some((head) => /^(global|portal) (bounce|unsubscribe)$/.test(head));
