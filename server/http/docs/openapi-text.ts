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

/** The tags of the calls that are no slice's. */
export const serverTags = {
  health: { name: "Server", description: "The server's state and capabilities." },
  auth: { name: "Sessions", description: "Ends sessions of the console; a sign-in begins one." },
};
