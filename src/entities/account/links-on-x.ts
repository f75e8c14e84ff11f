import tlds from "tlds";
import { once } from "@/shared/format/once";
import type { Place } from "./text-parts";

/** Endings that X's text parser knows, but IANA's list has no more, or never had. */
const unlisted = [
  "abarth active adac afamilycompany aigo alfaromeo avianca bananarepublic bentley blanco bnl boots",
  "budapest bugatti cancerresearch cartier caseih cbs ceb chloe chrysler cityeats comcast",
  "cookingchannel csc dabur dodge doha doosan duck dunlop duns epost esurance etisalat everbank fiat",
  "foodnetwork frontdoor fujixerox glade goodhands guardian hgtv honeywell hoteles htc iinet intel",
  "iselect iveco iwc jcp jlc kerrylogistics kinder ladbrokes lancaster lancia lancome liaison linde",
  "lipsy lixil loft lupin macys maserati mcd mcdonalds meo metlife mobily montblanc mopar movistar",
  "mtpc mutual mutuelle nadex nationwide natura newholland northwesternmutual off oldnavy onion",
  "onyourside orientexpress pamperedchef panerai passagens piaget pramerica qvc raid redstone",
  "rightathome rmit rocher sapo sca scjohnson scor ses shaw showtime shriram spiegel spreadbetting",
  "srt starhub statoil swiftcover symantec telecity telefonica tiffany travelchannel uconnect vista",
  "vistaprint volkswagen vuelos warman xfinity xperia zippo flsmidth an bl bq eh mf tp um",
  "诺基亚 珠宝 手表 工行 大众汽车 موبايلي اتصالات",
].flatMap((line) => line.split(" "));

/** Sets of characters in twitter-text, for a class of a pattern. */
export const charactersOnX = {
  spaces:
    "\\x09-\\x0d\\x20\\x85\\xa0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000",
  punctuation: "!'#%&()*+,\\\\\\-./:;<=>?@[\\]^_{|}~$",
  /** Letters with accents, and the accents themselves. */
  latin:
    "\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff",
};

const patterns = once(() => patternsOf([...tlds, ...unlisted]));

/** X takes no longer address for a link. */
const maxLength = 4096;
/** The longest part of a domain between two dots, in its encoded form. */
const maxLabel = 63;
/**
 * A domain has 253 characters at most, so that no more parts fit before its last two. Without a limit
 * the search in '…a.b.a.b.' would take quadratic time.
 */
const maxSubdomains = 125;

/**
 * The parts of a text that X turns into links, in their order, by the rules of its text parser
 * twitter-text 3 (https://github.com/twitter/twitter-text): an address with `http(s)://`, or a domain
 * whose last part is a known ending. Punctuation and emoji after a link are not part of it.
 */
export function linksOnX(text: string): readonly Place[] {
  if (!text.includes(".")) return [];
  const { link, short } = patterns();
  const links: Place[] = [];
  for (const match of text.matchAll(link)) {
    const { before = "", url = "", protocol, domain = "", path } = match.groups ?? {};
    const end = match.index + match[0].length;
    const start = end - url.length;
    if (!isDomain(domain) || (protocol ?? "https://").length + url.length > maxLength) continue;
    if (protocol) {
      const [ofX, key = ""] = url.match(short) ?? [];
      // X's own short addresses end with their key, whatever follows, and no key is longer.
      if (key.length <= 40) links.push({ start, end: ofX ? start + ofX.length : end });
    } else if (!/[-_./]$/.test(before)) {
      links.push(...bareDomains(domain, path, start, end));
    }
  }
  return links;
}

/** Without a protocol only Latin letters are part of a domain; the path belongs to the last one. */
function bareDomains(
  domain: string,
  path: string | undefined,
  start: number,
  end: number,
): Place[] {
  let searched = 0;
  const links = [...domain.matchAll(patterns().latin)].map(([latin]) => {
    // As twitter-text does it: the first place with these letters, also if it is within another word.
    const from = domain.indexOf(latin, searched);
    searched = from + latin.length;
    return { start: start + from, end: start + searched };
  });
  const last = links.at(-1);
  return last && path ? [...links.slice(0, -1), { ...last, end }] : links;
}

function isDomain(domain: string): boolean {
  // An encoded domain has no letters outside of ASCII.
  if (domain.startsWith("xn--") && domain.search(patterns().latin) === -1) return false;
  return domain
    .split(".")
    .every((label) => (isAscii(label) ? label.length : encodedLength(label)) <= maxLabel);
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** The length of a label as the browser encodes it (`xn--…`); too long if it cannot be encoded. */
function encodedLength(label: string): number {
  try {
    return new URL(`http://${label}.com`).hostname.length - ".com".length;
  } catch {
    return label.length;
  }
}

/** The parts of X's patterns, under the names that twitter-text gives them. */
function patternsOf(endings: readonly string[]) {
  const { spaces, punctuation, latin } = charactersOnX;
  const invalid = "\\ufffe\\ufeff\\uffff";
  const directional = "\\u202a-\\u202e\\u061c\\u200e\\u200f\\u2066-\\u2069";
  const cyrillic = "\\u0400-\\u04ff";

  const inDomain = `[^${punctuation}${spaces}${invalid}${directional}]`;
  // Longer labels are no links; without a limit the search would take quadratic time.
  const subdomain = `(?:(?:${inDomain}(?:[_-]|${inDomain}){0,100})?${inDomain}\\.)`;
  const name = `(?:(?:${inDomain}(?:-|${inDomain}){0,100})?${inDomain}\\.)`;
  // The longest first: an ending may begin with another one.
  const known = [...new Set(endings)].sort((one, other) => other.length - one.length).join("|");
  const ending = `(?:(?:${known})(?=[^0-9a-zA-Z@+-]|$)|xn--[-0-9a-z]+)`;

  const inPath = `[a-z${cyrillic}0-9!*';:=+,.$/%#[\\]\\-\\u2013_~@|&${latin}]`;
  const parens = `\\((?:${inPath}+|(?:${inPath}*\\(${inPath}+\\)${inPath}*))\\)`;
  const lastInPath = `[+\\-a-z${cyrillic}0-9=_#/${latin}]`;
  // Parentheses are a part of their own: after a character that cannot end a path, such as `'`, they
  // are not in the link.
  const path = `(?:(?:${inPath}*(?:${parens}${inPath}*)*${lastInPath})|${parens}|(?:@${inPath}+/))`;
  const query = "\\?[a-z0-9!?*'@();:&=+$/%#[\\]\\-_.,~|]*[a-z0-9\\-_&=#/]";

  return {
    link: new RegExp(
      `(?<before>[^A-Za-z0-9@＠$#＃${invalid}]|^)(?<url>(?<protocol>https?://)?` +
        `(?<domain>${subdomain}{0,${maxSubdomains}}${name}${ending})(?::[0-9]+)?(?<path>/${path}*)?(?:${query})?)`,
      "gi",
    ),
    latin: new RegExp(`(?:[-a-z0-9${latin}]+\\.)+${ending}`, "gi"),
    short: new RegExp(`^https?://t\\.co/([a-z0-9]+)(?:${query})?`, "i"),
  };
}
