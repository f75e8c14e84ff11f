import { NotInTheDocuments, type Received, type Reply } from "../support/peer";

type GraphError = {
  readonly status?: number;
  readonly message: string;
  readonly code: number;
  readonly error_subcode?: number;
  readonly is_transient?: boolean;
  readonly error_user_title?: string;
  readonly error_user_msg?: string;
};

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
export const graphError = (
  { status = 400, ...error }: GraphError,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers,
  json: { error: { type: "OAuthException", fbtrace_id: "A6LJylpZRKw2xKLFsAP-cJh", ...error } },
});

export const unknownToken = graphError({
  message: "Invalid OAuth access token - Cannot parse access token",
  code: 190,
});

export const expiredToken = graphError({
  message:
    "Error validating access token: Session has expired on Thursday, 26-Nov-26 02:00:00 PST. The current time is Friday, 27-Nov-26 02:00:00 PST.",
  code: 190,
  error_subcode: 463,
});

/** An object that is not there, or not for this token; also Meta's answer for one that is too new. */
export const noSuchObject = (id: string) =>
  graphError({
    message: `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
    code: 100,
    error_subcode: 33,
  });

export const busy = (minutes: number) =>
  graphError(
    {
      message: "(#80002) There have been too many calls to this Instagram account.",
      code: 80_002,
    },
    {
      "x-app-usage": JSON.stringify({ call_count: 28, total_time: 25, total_cputime: 25 }),
      "x-business-use-case-usage": JSON.stringify({
        "17841400000000001": [
          {
            ...{ type: "instagram", call_count: 100, total_cputime: 25, total_time: 25 },
            estimated_time_to_regain_access: minutes,
          },
        ],
      }),
    },
  );

/** The token of a request. It must be in the header, and nowhere in the address. */
export function bearerOf({ headers, rawQuery }: Received): string {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1];
  if (token === undefined) throw new NotInTheDocuments("no token in the header");
  if (rawQuery.includes("access_token") || rawQuery.includes(token)) {
    throw new NotInTheDocuments("a token in the address");
  }
  return token;
}

/** The fields of a form; refuses one that is unknown, sent twice, or missing. */
export function formOf(
  { headers, body, rawQuery }: Received,
  required: readonly string[],
  optional: readonly string[] = [],
): Record<string, string> {
  if (headers["content-type"] !== "application/x-www-form-urlencoded") {
    throw new NotInTheDocuments(`not a form: ${headers["content-type"]}`);
  }
  if (rawQuery !== "") throw new NotInTheDocuments(`a query beside a form: ${rawQuery}`);
  return fieldsOf(new URLSearchParams(body.toString()), required, optional);
}

export function fieldsOf(
  sent: URLSearchParams,
  required: readonly string[],
  optional: readonly string[] = [],
): Record<string, string> {
  const names = [...sent.keys()];
  const wrong = names.filter(
    (name, index) => names.indexOf(name) !== index || ![...required, ...optional].includes(name),
  );
  const missing = required.filter((name) => !sent.get(name));
  if (wrong.length > 0 || missing.length > 0) {
    throw new NotInTheDocuments(`fields: unknown or twice ${wrong}; missing ${missing}`);
  }
  return Object.fromEntries(sent);
}

/** Refuses a read that does not ask for exactly these fields. */
export function refuseOtherFields({ query }: Received, parameter: string, value: string) {
  if ([...query.keys()].join() !== parameter || query.get(parameter) !== value) {
    throw new NotInTheDocuments(`query: ${query}`);
  }
}

/** The figures of a post as `insights` answers them; a metric without one is left out. */
export function insightsOf(
  { query }: Received,
  known: readonly string[],
  figures: Readonly<Record<string, unknown>>,
): Reply {
  const asked = (fieldsOf(query, ["metric"]).metric ?? "").split(",");
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return graphError({
      message: "(#100) The value must be a valid insights metric",
      code: 100,
    });
  }
  const data = asked
    .filter((name) => figures[name] !== undefined)
    .map((name) => ({ name, period: "lifetime", values: [{ value: figures[name] }] }));
  return { status: 200, json: { data } };
}

/** `2026-11-27T10:00:00+0000`, as Meta writes times. */
export const metaTime = (date: Date) => date.toISOString().replace(/\.\d+Z$/, "+0000");
