/** The description of the whole API in the OpenAPI document, in CommonMark. */
export const about = `The calls that the console makes. Each is declared once, as data: client, server and this document are made from the same objects.

## Signing in

A browser goes to \`GET /login/{platform}?origin={origin}\`, where \`origin\` is an address that the server knows, and comes back to \`{origin}/auth/callback?token=…\`. The token goes into the header \`Authorization: Bearer {token}\`. It expires after 30 days, or after 7 days without use.

With the built-in sign-in you get a token without a browser:

    curl -si http://localhost:4100/login/discord -H 'Origin: http://localhost:4100' \\
      -d origin=http://localhost:4100 -d as=administrator | grep -i ^location

## Commands and repeats

Every call but GET is a command. Browsers and proxies resend requests by themselves when a connection breaks, so give each command its own \`Idempotency-Key\`, and use the same key whenever you send the command again: it then has one effect, and every repeat gets the first answer with \`Idempotent-Replayed: true\`. Keys are kept for 7 days.

## Refusals

A refused call changes nothing, unless its \`detail\` says so. Every refusal is JSON with a \`detail\`: a sentence for people, or for most 422 a list of \`{loc, msg, type}\`, one per value. In addition to the statuses of each call, every call may answer

- 403 to a command from an origin that the server does not know,
- 405 to another method, with the header \`Allow\`,
- 413 to a body of more than 1 MB, of more than 8 MB for the next step of a sale, or to an uploaded image of more than 20 MB and a video of more than 512 MB,
- 421 under a host name that the server does not know.

Each answer has an \`X-Request-Id\`; search the server's log for it.

## Ids, times, lists

- **Ids** are opaque: send them back exactly as received. A malformed id is a 404.
- **Times** are in ISO 8601 and UTC. Days are UTC days.
- **Lists** are arrays. Those with \`skip\` and \`limit\` are paginated: \`skip\` is how many records to leave out at the beginning, \`limit\` the most to return. A page with fewer records is the last.
- **Unchanged answers** to a GET need no body: send the last \`ETag\` as \`If-None-Match\`, and the answer is a 304 until something has changed. A long list of performance is streamed and has no \`ETag\`.
- **Secrets**, such as credentials and passwords, are written and never returned.
`;

type Tag = { readonly name: string; readonly description?: string };

/** The tag of each slice of the contract. */
export const slices: Readonly<Record<string, Tag>> = {
  health: { name: "Server", description: "The server's state and capabilities." },
  auth: { name: "Sessions", description: "Ends sessions of the console; a sign-in begins one." },
  groups: {
    name: "Account groups",
    description:
      "Accounts that publish the same content, with a logo, a mascot, a proxy and publishing times of their own. A group can be paused: then nothing of it goes out. An operator works in one group at a time.",
  },
  accounts: {
    name: "Social accounts",
    description: "The accounts of a group on the platforms, their credentials and figures.",
  },
  categories: {
    name: "Categories",
    description:
      "The topics of a group: how often it posts about each, where, and with whose approval.",
  },
  media: {
    name: "Media",
    description: "Images and videos that operators upload, to be used in posts.",
  },
  content: {
    name: "Content",
    description:
      "The pool of a category: posts that are ready to be published, on schedule or at once.",
  },
  generation: {
    name: "Generation",
    description: "Generates posts with texts and images, for a category or a day's quota.",
  },
  queue: {
    name: "Approval queue",
    description: "Generated posts that wait for approval or rejection.",
  },
  scheduler: {
    name: "Schedule",
    description: "Scheduled and failed posts, and the daily planner.",
  },
  activity: {
    name: "Activity",
    description: "Who did what, and when.",
  },
  failedWork: {
    name: "Failed work",
    description: "Background work that failed for good, and can be run again.",
  },
  performance: {
    name: "Performance",
    description: "The figures of published posts, as far as their platforms report them.",
  },
  memeTemplates: {
    name: "Meme templates",
    description: "The images that memes are made from, and what is funny about them.",
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
    description: "The weekly mail of a group: its templates and its subscribers.",
  },
};
