/** What the OpenAPI document says of the API as a whole, in CommonMark. */
export const about = `The calls that the console makes, each declared once as data: client, server and this document are made of the same objects.

## Signing in

A browser goes to \`GET /login/{platform}?origin={origin}\`, where \`origin\` is an address that the server knows, and comes back to \`{origin}/auth/callback?token=…\`. The token goes into the header \`Authorization: Bearer {token}\`. It is good for 30 days, and for 7 without use.

Where the built-in sign-in stands in for the chat platform, a token can be had without a browser:

    curl -si http://localhost:4100/login/discord -H 'Origin: http://localhost:4100' \\
      -d origin=http://localhost:4100 -d as=administrator | grep -i ^location

## Commands and repeats

Everything but GET is a command. Browsers and proxies send requests again by themselves when a connection breaks, so give each command an \`Idempotency-Key\` of its own, and the same one whenever you send it again: it then has its effect once, and every repeat gets the first answer with \`Idempotent-Replayed: true\`. Keys are kept for 7 days.

## Refusals

What is refused changes nothing, unless its sentence says so. Every refusal is JSON with a \`detail\`: a sentence for people, or for a 422 mostly a list of \`{loc, msg, type}\`, one per value. Besides what stands at each call, any of them may be answered

- 403 to a command from a page of an address that the server does not know,
- 405 for another method, with the header \`Allow\`,
- 413 for a body of more than 1 MB, or for the lists of a sale's next step of more than 8 MB,
- 421 under a host name that the server does not know.

Each answer has an \`X-Request-Id\`, under which the server's log has more.

## Ids, times, lists

- **Ids** are opaque: hand them back as they came. One that cannot be any is a 404.
- **Times** are in ISO 8601 and UTC. Days are those of UTC, too.
- **Lists** are arrays. Those with \`skip\` and \`limit\` are read in pages: \`skip\` leaves out the first, \`limit\` says how many at most; a page that is not full is the last.
- **Unchanged answers** to a GET need not be sent again: give the \`ETag\` of the last one back as \`If-None-Match\`, and it is a 304 without a body until something is different. The longest lists, which come in parts, have none.
- **Secrets**, as credentials and passwords, go in and never come out.
`;

type Tag = { readonly name: string; readonly description?: string };

/** What each slice of the contract is about. */
export const slices: Readonly<Record<string, Tag>> = {
  health: { name: "Server", description: "What the server says of itself." },
  groups: {
    name: "Account groups",
    description:
      "What an operator works in: accounts that publish the same content, with a logo, a mascot and a proxy.",
  },
  accounts: {
    name: "Social accounts",
    description: "The accounts of a group on the platforms, their credentials and figures.",
  },
  categories: {
    name: "Categories",
    description: "What a group posts about, how often, where, and with whose approval.",
  },
  content: {
    name: "Content",
    description: "The pool of a category: what is ready to be published, by plan or at once.",
  },
  generation: {
    name: "Generation",
    description: "Has posts written and pictured, for a category or a day's quota.",
  },
  queue: {
    name: "Approval queue",
    description: "Generated posts that wait for a person's yes or no.",
  },
  scheduler: {
    name: "Schedule",
    description: "What is to be published when, what failed, and the daily planner.",
  },
  performance: {
    name: "Performance",
    description: "How published posts do, as far as their platforms tell.",
  },
  memeTemplates: {
    name: "Meme templates",
    description: "The pictures that memes are made from, and what is funny about them.",
  },
  products: { name: "Products", description: "The catalog that posts are written about." },
  integrations: {
    name: "Integrations",
    description: "The shops, ad accounts and mail services of a group.",
  },
  saleRotator: {
    name: "Sale rotator",
    description:
      "Puts products of a group's shop on sale and takes them off again, week by week. It changes real prices.",
  },
  newsletter: {
    name: "Newsletter",
    description: "The weekly mail of a group: what it looks like and who gets it.",
  },
};
