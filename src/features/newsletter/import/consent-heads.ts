/**
 * A column that speaks of consent to e-mail:
 * - allow: it says yes or no, or since when
 * - allowing status: it says yes or no, and never since when
 * - allowing time: the time of a consent; it may be missing if another column says yes
 * - block: any value but a no means that nothing may be sent
 * - unsure block: the same, but its head holds a word that is not known, so that a no is asked about
 * - ask: it may mean one or the other
 * - ask alone: the same, but it counts only if no other column speaks of consent
 * - status: its head says nothing, but its few values are those of a subscriber
 * - plan end: when something ended that need not be the mail, such as a paid plan; it counts unless
 *   another column of the row says that mail is on
 * - words: free text, in which only a refusal counts
 */
export type ConsentColumn = {
  readonly column: number;
  /** True if its head names e-mail; see `namesMail`. */
  readonly ofMail: boolean;
  readonly is:
    | "allow"
    | "allowing status"
    | "allowing time"
    | "block"
    | "unsure block"
    | "ask"
    | "ask alone"
    | "status"
    | "plan end"
    | "words";
};

/** What a head says beside the kinds of a column; see `kindOf`. */
type HeadKind = ConsentColumn["is"] | "state" | "beside" | "other" | undefined;

const wordsOf = (list: string) => new Set(list.split(/\s+/).filter(Boolean));
const anyOf = (...patterns: readonly RegExp[]) =>
  new RegExp(`^(?:${patterns.map(({ source }) => source).join("|")})$`);

/** Consent to newsletters, by its name alone. */
const news = anyOf(
  /newsletters?|mailings?|bilten|boletin(es)?|infolettres?|nieuwsbrie(f|ven)|nyhetsbrev|hirlevel/,
  /rassylka|uutiskirje|zpravodaj|biuletyn/,
);

/** Words that name e-mail. */
const mail = anyOf(
  news,
  /e?mails?|email|e?post[aeu]|e?posti|imejl\w*|mejl\w*|correos?|electronicos?|courriels?/,
);

/** What is sent by e-mail, and otherwise. */
const sent =
  /^(letters?|marketing|campaigns?|promotional|promotions?|offers?|updates?|news|novosti|obavestenja)$/;

/** Nouns of consent. What happened to it may stand beside them: 'Consent withdrawn'. */
const consent = anyOf(
  news,
  /subscriptions?|consents?|permissions?|confirmation|optin/,
  /pretplata|saglasnost|privola|pristanak|potvrda|\w*einwilligung|\w*zustimmung|\w*bestatigung/,
  /abonnements?|inscriptions?|suscripcion|iscrizione|inscricao|assinatura|consentements?/,
  /consentimi?ento|consenso|conferma|toestemming|samtycke|samtykke|souhlas|zgoda|hozzajarulas/,
  /podpiska|soglasie|odber/,
);

/** Verbs and states of consent. */
const agreeing = anyOf(
  /(re)?subscribe[ds]?|subscribes|consented|confirm(ed|s)?|opts|optedin/,
  /accept(s|ed)?|agree[ds]?|allow(s|ed)?|receives?|wants?|sends?|send/,
  /pretplacen[aio]?|prijavljen[aio]?|saglasan|potvrden[ao]?|zeli|zelim|prima|primam|slaze/,
  /eingewilligt|zugestimmt|angemeldet|abonnier(t|en)|bestatigt|erhalten/,
  /abonnee?s?|inscrite?s?|accepte|confirmee?s?|suscrit[oa]|acept[oa]|iscritt[oa]|accett[oa]/,
  /confermat[oa]|inscrit[oa]|aceit[oa]|ingeschreven|abonat|abone|prenumeran\w*/,
);

/** Those of them that may speak of anything but mail. */
const agreeingToAnything =
  /^(accept(s|ed)?|agree[ds]?|allow(s|ed)?|receives?|wants?|sends?|send|zelim?|primam?|slaze|erhalten|accepte|acept[oa]|accett[oa]|aceit[oa])$/;

/** States of a subscriber, which also other things have. */
const active = /^(activated|active|enabled|aktiv(an|na)?|actif|activo|attivo|ativo)$/;

/** Words of refusal. */
const refusing = anyOf(
  /unsub\w*|unconfirmed|unverified|blocked|blocks?|(block|black)(list|lists|listed)|bounce[ds]?/,
  /suppress\w*|complain\w*|complaints?|spam|junk|dn[cdem]|donot\w*|no(e?mails?|newsletter)/,
  /disabled?|deactivat\w*|inactive|cancel(l?ed|l?ation|s)?|clean(ed)?|deleted?|removed?|erased/,
  /archived?|quarantined?|invalid|undeliverable|revoked?|revocation|withdr[ae]w\w*|rejected?/,
  /declined?|refused?|stop(ped)?|exclud\w+|optout|optedout/,
  /odjav\w*|odbij\w*|blokir\w*|obrisan\w*|neaktiv\w*|otkaz\w*|povuc\w*|opozv\w*/,
  /abgemeldet|\w*abmeld\w*|\w*gesperrt|geloscht|abbestellt|abgelehnt|widerrufen|\w*widerruf/,
  /\w*sperre|sperrliste|\w*widerspruch|blockiert|deaktiviert|ausgetragen/,
  /desabonn\w*|desinscri\w*|rejet\w*|retire|retrait|revoque|oppos\w*|refus|bloque\w*/,
  /baja|rebot\w*|revocad[oa]|retirad[oa]|cancelad[oa]|anulad[oa]|excluid[oa]|cancelo|cancelou/,
  /disiscri\w*|cancellat\w*|rimbalz\w*|annull\w*|revocat[oa]|negat[oa]|ritirat[oa]|bloccat\w*/,
  /descadastr\w*|revogad[oa]|uitgeschr\w*|afgemeld|ingetrokken|avregistr\w*|avmeld\w*/,
  /aterkallat|odhlas\w*|odvolan\w*|wypis\w*|wycofan\w*|leiratkoz\w*|visszavon\w*|dezabon\w*/,
);

/** The same, where it is a consent or a mail that they are said of. */
const perhapsRefusing =
  /^(denied|suspended|expired|paused|ends?|ended|terminated|withheld|muted|failed|pending|awaiting|missing)$/;

/** Words that turn a consent into a refusal. */
const negating = wordsOf(
  "not no never don dont without longer kein keine keinen nicht non pas nao sin bez ne",
);

/** Words that name the two answers: 'Newsletter (yes/no)'. What a value means is in the rows. */
const answering = wordsOf("yes ja oui si sim tak ano igen true");

/** Words beside which a head keeps its meaning. */
const filling = wordsOf(`
  e is has have been was be the a an to for of from by with all any each our us my me i do you your t
  date time timestamp datum since at on when in opt double single global current currently list
  status state zeit zeitpunkt heure vreme am um le la les de der die das zum zur el los al del per il
  di du u za od do subscriber subscribers contact contacts recipient recipients user member hard soft
  portal report reports reason reasons title id count address disturb mailing level code sign signup up`);

/** Purchases and actions that have a status, a date or an end of their own. */
const action =
  /^(orders?|payments?|billing|invoices?|refunds?|fulfil\w*|shipping|financial|leads?|deals?|opportunit\w+|tickets?|carts?|checkouts?|bookings?|reservations?|donations?|narudzbin[ae]|porudzbin[ae]|bestellung\w*|commandes?|pedidos?|ordin[ei])$/;

const channel =
  /\b(sms|mms|texts?|text messages?|phone|telephone|telefon|telefono|mobile|whats ?app|viber|telegram|messenger|(web ?)?push|calls?|fax|postal|postcards?)\b/;

/** A consent to more than one channel. */
const amongOthers = /\b(and|or|und|et|incl|including)\b|\ball communications?\b/;

/** Figures: how many mails were sent, and how they were received. */
const figures = /\b(rate|opens|opened|clicks|clicked|sent|sends|delivered|score|rating)\b/;
const perhapsFigures = /\b(open|click|reply)\b/;
/** Figures and addresses that are named with words of refusal. */
const namedFigures =
  /\b(e ?mails|messages) bounced\b|\bun ?sub\w* (url|link|token|hash|page|code)\b/;

/** Matters that are no consent to e-mail, whatever stands beside them. */
const matter = new RegExp(
  [
    // A reader who pays and one who does not have both agreed.
    /\b(active|paid|premium|free|trial) subscriptions?\b|\b(tier|plan|renewal)s?\b/,
    /\b(subscri\w+|news ?letters?)( \w+)? (price|amount|interval|period|product|platform|currency)\b/,
    // When somebody was last seen, and when a status was last changed.
    /\b(first|last) (active|activity|seen|open\w*|click\w*|log ?in|changed|updated|modified)\b/,
    /\b(status|state) (date|time|at|on|changed|since|updated|timestamp)\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
const perhapsMatter = /\b(lifecycle|stage|marital|cookies?|photos?|exempt)\b/;

/** What stands beside a yes, and is none. */
const beside =
  /(^| )(ip|ip address|source|reason|tags?|notes?|id|uuid|title|url|link|token|hash|by|count|campaign|page|category|language|version|name|user ?agent)$/;
/** The same, unless its values are yes and no: 'Consent form'. */
const perhapsBeside = /(^| )(text|method|message|forms?)$/;

const time =
  /(^| )(time|date|timestamp|datum|since|at|on|zeit|zeitpunkt|heure|vreme)$|^(date|datum|fecha|data|since)\b/;

/** The words beside 'status' that speak of mail. The values decide what any other status is. */
const ofStatus =
  /^(e|mails?|e?mails|email|subscribers?|subscription|subscribe|newsletter|marketing|contact|consent|permission|confirmation|opt|in|optin|global|list|mailing|recipient|current|double|status)$/;

/** 'Status' in the languages in which it is no part of a country. */
const translatedStatus = /^(statut|stanje|zustand|situacao|stav|allapot|tila)$/;
/** A state may also be a part of a country, so that the values decide. */
const state = /^((subscriber|subscription|contact|e ?mail) )?(state|stato|estado|etat|stan)$/;

const known = [mail, sent, consent, agreeing, active, refusing, perhapsRefusing, action];

/** A refusal of one kind of mail, with its name: HubSpot has such a column for each. */
const refusedKind = /^(unsubscribed|opted out|opt out) (of|from) (all )?e ?mails?\b/;

/**
 * Returns what a folded head says: the kind of its column; 'state' or 'beside' if its values decide;
 * 'other' if it speaks of something else than consent to e-mail; undefined if that is not known.
 *
 * Only a head whose words are all known says yes or no by itself: one unknown word may turn it round.
 * The heads are those of the exports of Mailchimp, Brevo, Klaviyo, Shopify, MailerLite, SendGrid,
 * listmonk, Mautic, Mailjet, Substack, WooCommerce, Kit, MailPoet, HubSpot, beehiiv, Ghost, Wix,
 * Constant Contact, Omnisend, Salesforce, Pipedrive, AWeber and CleverReach, in the languages of their
 * screens.
 */
export function kindOf(head: string): HeadKind {
  // 'Opt me out of', 'do not': words that mean something together only.
  const words = head
    .replace(/\b(do not|don t)\b/g, "not")
    .replace(/\bopt(ed)?( \w+)? ?(in|out)\b/g, "opt")
    .split(" ");
  const has = (known: RegExp) => words.some((word) => known.test(word));
  const isOptIn = /\bopt(ed)? ?in\b/.test(head);
  const isOptOut = /\bopt(ed)?( \w+)? ?out\b/.test(head);
  const isOfMail = has(mail);
  const isOfSent = isOfMail || has(sent);
  const agrees =
    isOptIn ||
    words.some(
      (word) =>
        agreeing.test(word) &&
        (isOfSent || !agreeingToAnything.test(word)) &&
        // Of a refusal, as in Constant Contact's 'Confirmed Opt-Out Date'.
        !(isOptOut && word === "confirmed"),
    );
  const names =
    has(consent) || /\bmailing list\b|\be ?mail marketing\b|\bnews letters?\b/.test(head);
  const refuses =
    isOptOut ||
    has(refusing) ||
    /\b(block|black) list|\b(liste noire|lista negra|crna lista)\b/.test(head) ||
    (has(perhapsRefusing) && (agrees || names || isOfSent));
  const isNegated = words.some((word) => negating.has(word));
  const speaks = agrees || names || refuses;

  if (refusedKind.test(head)) return "block";
  if (channel.test(head) && !isOfMail && !amongOthers.test(head)) return "other";
  if (namedFigures.test(head) || (matter.test(head) && !refuses)) return "other";
  if (figures.test(head) && !agrees && !refuses) return "other";
  if ((perhapsFigures.test(head) || perhapsMatter.test(head)) && !isOfMail && !has(/^unsub/))
    return "other";
  if (has(action) && !isOfSent && !isOptIn && !isOptOut && !has(/^subscri/)) return "other";
  if (!refuses && beside.test(head) && !has(agreeingToAnything)) {
    return head === "reason" ? "ask alone" : "other";
  }
  if (!refuses && perhapsBeside.test(head)) return "beside";
  if (translatedStatus.test(head)) return "allowing status";
  if (state.test(head)) return "state";

  // 'Subscription to' is open at its end.
  const isKnown =
    !/\b(to|do)$/.test(head) &&
    words.every(
      (word) =>
        filling.has(word) || negating.has(word) || known.some((pattern) => pattern.test(word)),
    );
  const isAnswer = words.some((word) => answering.has(word));
  if (isAnswer && (speaks || isOfSent)) return "ask";
  if (refuses) {
    // 'Spam consent' may be one.
    if (has(/^(spam|junk)$/) && (agrees || names || isOfMail)) return "ask";
    // 'Not unsubscribed', 'Opt-in or opt-out', 'I agree. You can unsubscribe at any time.'
    if (isNegated || (agrees && !(isOptIn && !isOptOut && isKnown))) return "ask";
    return isKnown ? "block" : "unsure block";
  }
  if (isNegated && (speaks || isOfSent || has(/^(contact|disturb|send)$/))) {
    return isKnown ? "block" : "ask";
  }
  if (words.includes("status")) {
    return words.every((word) => ofStatus.test(word)) ? "allowing status" : "ask alone";
  }
  if (speaks) return isKnown ? (time.test(head) ? "allowing time" : "allow") : "ask";
  if (has(active) && isKnown && !has(action)) return "allow";
  return /\bverified\b|\bmarketing\b/.test(head) ? "ask" : undefined;
}

/** A head that tells when something ended, without saying what. */
const end = /^(subscription )?(expiry|expires|expiration)( (date|time|at|on))?$/;
const cancelled = /^cancel(l?ed|l?ation)?( (date|time|at|on))?( utc)?$/;

/** Plans that readers pay for, as in Substack's files. */
const plans = /\b(plans?|tier|stripe|paid|premium|active subscription)\b/;

/** Returns a function that tells whether a folded head of this file may speak of a paid plan's end. */
export function planEnds(heads: readonly string[]) {
  const hasPlans = heads.some((head) => plans.test(head));
  return (head: string) => end.test(head) || (hasPlans && cancelled.test(head));
}

/** True if a folded head names e-mail, and not only that its address works. */
export const namesMail = (head: string) =>
  head.split(" ").some((word) => mail.test(word)) &&
  !/\b(bounce\w*|spam|junk|complain\w*|invalid|undeliverable|\w*verified|confirm\w*)\b/.test(head);

/**
 * True if these are the folded heads of HubSpot's file of unsubscribes and bounces. Each of its
 * columns is a kind of mail, in which TRUE means unsubscribed, whatever its name:
 * https://knowledge.hubspot.com/articles/kcs_article/contacts/what-do-the-columns-mean-in-csv-i-receive-when-i-export-unsubscribes-and-bounces
 */
export const tellsUnsubscribes = (heads: readonly string[]) =>
  heads.some((head) => /^(global|portal) (bounce|unsubscribe)$/.test(head));
