import {
  NotInTheDocuments,
  type Received,
  type Reply,
  refuseOtherHeaders,
  refuseOtherQuery,
  startPeer,
} from "../support/peer";

/** The app and the tokens that this Reddit knows. None of them may appear anywhere but in a call. */
export const redditApp = {
  clientId: "canary-client-id",
  clientSecret: "canary-client-secret",
  username: "zima_dev",
};
export const refreshToken = "canary-refresh-token-1";
export const callback = "https://console.example.com/publishing/reddit/callback";
export const redditCode = "canary-code";

const userAgent = "web:social-publishing-console:v1 (by /u/zima_dev)";
export const userName = "zima_rs";
const name = userName;

export type Subreddit = {
  readonly about?: Readonly<Record<string, unknown>>;
  readonly requirements?: Readonly<Record<string, unknown>>;
  /** Without them, Reddit answers 403: flairs are switched off. */
  readonly flairs?: readonly { id: string; text: string; mod_only: boolean }[];
};

type Upload = { readonly type: string; file: File | null; isSubmitted: boolean };

export type Submission = {
  readonly name: string;
  readonly form: Readonly<Record<string, string>>;
  readonly at: Date;
  /** Media appear only after they are processed. */
  isListed: boolean;
  /** How many lists do not have it yet. */
  waits: number;
};

/** How Reddit answers a submission that it does not take, with status 200. */
export const refusedSubmit = (
  code: string,
  words: string,
  field: string,
  more: object = {},
): Reply => ({
  status: 200,
  json: { json: { errors: [[code, words, field]], ...more } },
});

/** A strict stand-in for Reddit's API, its sign-in and its storage, as PRAW's recordings have them. */
export async function startReddit(clock: { readonly now: () => Date }) {
  const subreddits = new Map<string, Subreddit>();
  const submissions: Submission[] = [];
  const uploads = new Map<string, Upload>();
  const tokens = { refresh: refreshToken, access: new Set<string>(), rotates: false };
  /** Slow media wait for the test; others for a number of lists. */
  const processing = { isSlow: false, reads: 0 };
  /** Accounts that were connected by an earlier release have no right to delete. */
  const rights = { edit: true };
  let creatingCalls = 0;
  let last = 0;

  function token(request: Received): Reply {
    const { clientId, clientSecret } = redditApp;
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    if (request.headers.authorization !== basic) {
      return { status: 401, json: { message: "Unauthorized", error: 401 } };
    }
    const form = formOf(request);
    const isCode = form.grant_type === "authorization_code";
    allow(form, isCode ? ["grant_type", "code", "redirect_uri"] : ["grant_type", "refresh_token"]);
    const isRight = isCode
      ? form.code === redditCode && form.redirect_uri === callback
      : form.grant_type === "refresh_token" && form.refresh_token === tokens.refresh;
    if (!isRight) return { status: 400, json: { message: "Bad Request", error: "invalid_grant" } };
    last += 1;
    const access = `canary-access-${last}`;
    tokens.access.add(access);
    if (tokens.rotates) tokens.refresh = `canary-refresh-token-${last + 1}`;
    return {
      status: 200,
      json: {
        ...{ access_token: access, token_type: "bearer", expires_in: 3600 },
        ...{ refresh_token: tokens.refresh, scope: "identity read submit edit flair history" },
      },
    };
  }

  function lease(request: Received, origin: string): Reply {
    const form = formOf(request);
    allow(form, ["api_type", "filepath", "mimetype"]);
    const { mimetype = "", filepath = "" } = form;
    if (!/^(image\/(jpeg|png|gif)|video\/mp4)$/.test(mimetype))
      throw new NotInTheDocuments(mimetype);
    last += 1;
    const key = `rte_images/asset${last}`;
    uploads.set(key, { type: mimetype, file: null, isSubmitted: false });
    const fields = {
      ...{ acl: "private", key, success_action_status: "201", "Content-Type": mimetype },
      ...{
        "x-amz-meta-ext": filepath.split(".").at(-1),
        "x-amz-signature": `canary-lease-${last}`,
      },
    };
    return {
      status: 200,
      json: {
        args: {
          action: origin.replace("http:", ""),
          fields: Object.entries(fields).map(([field, value]) => ({ name: field, value })),
        },
        asset: { asset_id: `asset${last}`, processing_state: "incomplete" },
      },
    };
  }

  async function store(request: Received): Promise<Reply> {
    const parts = await request.parts();
    const fields = Object.fromEntries(parts);
    const [end, file] = parts.at(-1) ?? [];
    const upload = uploads.get(String(fields.key));
    const isSigned = String(fields["x-amz-signature"]).startsWith("canary-lease-");
    if (request.headers.authorization !== undefined) throw new NotInTheDocuments("a token for S3");
    if (!upload || !isSigned || end !== "file" || !(file instanceof File)) {
      throw new NotInTheDocuments("all fields of the lease, then the file");
    }
    if (fields["Content-Type"] !== upload.type) throw new NotInTheDocuments("another type");
    upload.file = file;
    return { status: 201, text: "<PostResponse><Location>…</Location></PostResponse>" };
  }

  function uploaded(url: string | undefined, origin: string, type: RegExp): Upload {
    const upload = uploads.get(url?.replace(`${origin}/`, "") ?? "");
    if (!upload?.file || !type.test(upload.type)) throw new NotInTheDocuments(`no upload ${url}`);
    if (upload.isSubmitted) throw new NotInTheDocuments("an upload is for one post");
    upload.isSubmitted = true;
    return upload;
  }

  function submit(request: Received, origin: string): Reply {
    creatingCalls += 1;
    const form = formOf(request);
    const { kind = "", sr = "", title = "" } = form;
    const ofKind: Record<string, string[]> = {
      self: ["text"],
      image: ["url"],
      video: ["url", "video_poster_url"],
    };
    const needed = ofKind[kind];
    if (!needed) throw new NotInTheDocuments(`kind ${kind}`);
    allow(
      form,
      [
        ...["api_type", "sr", "title", "kind", "sendreplies", "resubmit", "nsfw", "spoiler"],
        ...["validate_on_submit", ...needed],
      ],
      ["flair_id", "text"],
    );
    if (kind !== "self") uploaded(form.url, origin, new RegExp(`^${kind}/`));
    if (kind === "video") uploaded(form.video_poster_url, origin, /^image\//);
    const isOwn = sr === `u_${name}`;
    const subreddit = subreddits.get(sr);
    if (!isOwn && !subreddit) {
      return refusedSubmit("SUBREDDIT_NOEXIST", "that subreddit doesn't exist", "sr");
    }
    if ([...title].length > 300) return refusedSubmit("TOO_LONG", "this is too long", "title");
    if (form.flair_id && !subreddit?.flairs?.some(({ id }) => id === form.flair_id)) {
      return refusedSubmit("BAD_FLAIR_TEMPLATE_ID", "bad flair template id", "flair");
    }
    last += 1;
    const id = `t3_post${last}`;
    const isListed = kind === "self" || !processing.isSlow;
    const waits = kind === "self" ? 0 : processing.reads;
    submissions.push({ name: id, form, at: clock.now(), isListed, waits });
    const data =
      kind === "self"
        ? { url: linkOf(sr, id), id: id.slice(3), name: id }
        : { user_submitted_page: `https://www.reddit.com/user/${name}/submitted/` };
    return { status: 200, json: { json: { errors: [], data } } };
  }

  /** Reddit says nothing else of a post that is not there. */
  function remove(request: Received): Reply {
    const form = formOf(request);
    allow(form, ["id"]);
    if (!rights.edit) return { status: 403, json: { message: "Forbidden", error: 403 } };
    const index = submissions.findIndex(({ name: id }) => id === form.id);
    if (index >= 0) submissions.splice(index, 1);
    return { status: 200, json: {} };
  }

  function listing(request: Received): Reply {
    const begin = request.query.get("after");
    refuseOtherQuery(request, ["sort", "limit", "raw_json", ...(begin === null ? [] : ["after"])]);
    const limit = Number(request.query.get("limit"));
    if (!(limit >= 1 && limit <= 100)) throw new NotInTheDocuments("a limit from 1 to 100");
    const isReady = (one: Submission) => one.isListed && one.waits-- <= 0;
    const all = submissions.filter(isReady).reverse();
    const after = all.findIndex(({ name: id }) => id === begin);
    const listed = all.slice(after + 1, after + 1 + limit);
    const isLast = listed.at(-1) === all.at(-1);
    const data = { after: isLast ? null : listed.at(-1)?.name, children: listed.map(thing) };
    return { status: 200, json: { kind: "Listing", data } };
  }

  function info(request: Received): Reply {
    refuseOtherQuery(request, ["id", "raw_json"]);
    const ids = request.query.get("id")?.split(",") ?? [];
    if (ids.length > 100) throw new NotInTheDocuments("at most 100 ids");
    const found = submissions.filter(({ name: id }) => ids.includes(id));
    return { status: 200, json: { kind: "Listing", data: { children: found.map(thing) } } };
  }

  function ofSubreddit(sr: string, part: string): Reply {
    const subreddit = subreddits.get(sr);
    if (!subreddit) {
      // Reddit searches for a name that it does not know.
      return { status: 302, headers: { location: "/subreddits/search?q=x" }, json: {} };
    }
    if (part === "about") {
      const usual = { subreddit_type: "public", user_is_banned: false, submission_type: "any" };
      const media = { allow_images: true, allow_videos: true, user_is_contributor: false };
      return {
        status: 200,
        json: { kind: "t5", data: { ...usual, ...media, ...subreddit.about } },
      };
    }
    if (part === "requirements") {
      const usual = {
        ...{ is_flair_required: false, title_text_min_length: null, title_text_max_length: null },
        ...{ title_required_strings: [], body_restriction_policy: "none", domain_blacklist: [] },
      };
      return { status: 200, json: { ...usual, ...subreddit.requirements } };
    }
    return subreddit.flairs
      ? { status: 200, json: subreddit.flairs }
      : { status: 403, json: { message: "Forbidden", error: 403 } };
  }

  function answerOf(request: Received, origin: string): Reply {
    const { method, path } = request;
    const call = `${method} ${path}`;
    const raw = () => refuseOtherQuery(request, ["raw_json"]);
    if (call === "POST /api/submit") return submit(request, origin);
    if (call === "POST /api/media/asset.json") return lease(request, origin);
    if (call === `GET /user/${name}/submitted`) return listing(request);
    if (call === "GET /api/info") return info(request);
    raw();
    if (call === "POST /api/del") return remove(request);
    if (call === "GET /api/v1/me") return { status: 200, json: { name, is_suspended: false } };
    const [, about] = /^GET \/r\/(\w+)\/about$/.exec(call) ?? [];
    if (about) return ofSubreddit(about, "about");
    const [, requirements] = /^GET \/api\/v1\/(\w+)\/post_requirements$/.exec(call) ?? [];
    if (requirements) return ofSubreddit(requirements, "requirements");
    const [, flairs] = /^GET \/r\/(\w+)\/api\/link_flair_v2$/.exec(call) ?? [];
    if (flairs) return ofSubreddit(flairs, "flairs");
    throw new NotInTheDocuments("Reddit has no such call.");
  }

  const peer = await startPeer(async (request, origin) => {
    refuseOtherHeaders(request, ["authorization"]);
    // Reddit answers 429 to clients without a name of their own.
    if (request.headers["user-agent"] !== userAgent) throw new NotInTheDocuments("user agent");
    if (request.method === "POST" && request.path === "/api/v1/access_token") return token(request);
    if (request.method === "POST" && request.path === "/") return store(request);
    const [scheme, access = ""] = request.headers.authorization?.split(" ") ?? [];
    if (scheme?.toLowerCase() !== "bearer" || !tokens.access.has(access)) {
      return { status: 401, json: { message: "Unauthorized", error: 401 } };
    }
    return answerOf(request, origin);
  });

  return {
    ...peer,
    get calls() {
      return peer.calls;
    },
    ...{ subreddits, submissions, uploads, tokens, processing, rights },
    creatingCalls: () => creatingCalls,
  };
}

const linkOf = (sr: string, id: string) =>
  `https://www.reddit.com/r/${sr}/comments/${id.slice(3)}/zima/`;

const thing = ({ name: id, form, at }: Submission) => ({
  kind: "t3",
  data: {
    ...{ name: id, id: id.slice(3), subreddit: form.sr, title: form.title, author: name },
    ...{ created_utc: Math.floor(at.getTime() / 1000), selftext: form.text ?? "" },
    permalink: new URL(linkOf(form.sr ?? "", id)).pathname,
    ...{ ups: 12, score: 12, num_comments: 3, num_crossposts: 1 },
  },
});

function formOf(request: Received): Readonly<Record<string, string>> {
  if (request.headers["content-type"] !== "application/x-www-form-urlencoded") {
    throw new NotInTheDocuments("a body of another type");
  }
  return Object.fromEntries(new URLSearchParams(request.body.toString()));
}

/** Refuses a form without one of the fields, or with others than these and the optional ones. */
function allow(
  form: Readonly<Record<string, string>>,
  needed: readonly string[],
  optional: readonly string[] = [],
) {
  const missing = needed.filter((field) => !(field in form));
  const other = Object.keys(form).filter((field) => ![...needed, ...optional].includes(field));
  if (missing.length + other.length > 0) {
    throw new NotInTheDocuments(`form: without ${missing}, with ${other}`);
  }
}
