import { type AppBskyFeedPost, AtpAgent } from "@atproto/api";
import { TID } from "@atproto/common-web";
import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import type {
  Absent,
  Attempt,
  PlatformAccount,
  Publication,
  Published,
  Publisher,
  Removed,
  TestedAccount,
  Trace,
  Waiting,
} from "../../../ports/publisher.ts";
import type { Live } from "../live.ts";
import { refusalOfLength } from "../text-length.ts";
import { embedOf } from "./embed.ts";
import { facetsOf, firstLink } from "./facets.ts";
import { pdsOf } from "./identity.ts";
import { createSessions } from "./sessions.ts";
import { type BlueskyAddresses, blueskyAddresses, errorName, fetchVia, refusalBy } from "./xrpc.ts";

const collection = "app.bsky.feed.post";

/**
 * Publishes on Bluesky, or on any other server of the AT Protocol, exactly once: the record's key is
 * chosen here and stored before the call, so that the same call has no second effect, and a lost answer
 * can be looked up.
 */
export function createBlueskyPublisher(
  live: Live,
  addresses: BlueskyAddresses = blueskyAddresses,
): Publisher {
  const sessions = createSessions(live, addresses);
  const certainly = async <Result>(
    account: PlatformAccount,
    call: () => Promise<Result>,
  ): Promise<Result | Refused> => {
    try {
      return await call();
    } catch (error) {
      return refusalBy(error, account, live.clock.now());
    }
  };

  async function publish(
    { account, post }: Publication,
    attempt: Attempt,
    signal: AbortSignal,
  ): Promise<Published | Waiting | Refused> {
    const tooLong = refusalOfLength("bluesky", post.text);
    if (tooLong) return tooLong;

    const call = <Result>(run: (agent: AtpAgent) => Promise<Result>) =>
      sessions.use(account, signal, run);
    const did = await call(async (agent) => agent.assertDid);
    const earlier = attempt.trace;
    const key = keySchema.safeParse(earlier).data ?? newKey(post.id, live.clock.now());
    let kept: Trace = { ...earlier, ...key };

    const facets = await facetsOf(post.text, (handle) => call((agent) => resolve(agent, handle)));
    const embed = await embedOf(post, firstLink(facets), {
      live,
      account,
      http: live.httpOf(account),
      addresses,
      signal,
      did,
      call,
      earlierTrace: earlier,
      saveVideo: (video) => {
        kept = { ...key, ...video };
        return attempt.prepared(kept);
      },
    });
    if (embed.ok !== true) return embed;

    const record: AppBskyFeedPost.Record = {
      $type: collection,
      text: post.text,
      createdAt: key.createdAt,
      ...(facets.length > 0 && { facets: [...facets] }),
      ...(embed.embed && { embed: embed.embed }),
    };
    await attempt.committing({ ...kept, did });
    return call((agent) => put(agent, { did, rkey: key.rkey, record }));
  }

  async function locate(
    { account }: Publication,
    trace: Trace,
    signal: AbortSignal,
  ): Promise<Published | Absent> {
    const { did, rkey } = committedSchema.parse(trace);
    // Posts are public: no login, so that the answer does not depend on the credentials of today.
    const http = live.httpOf(account);
    const service = await pdsOf(did, { http, addresses, signal });
    const { repo } = new AtpAgent({ service, fetch: fetchVia(http, signal) }).com.atproto;
    // For an account that it does not host, a server asks others, which may not have seen the post yet.
    await repo.describeRepo({ repo: did });
    try {
      await repo.getRecord({ repo: did, collection, rkey });
    } catch (error) {
      if (errorName(error) === "RecordNotFound") return { ok: "absent" };
      throw error;
    }
    return published(did, rkey);
  }

  type NewRecord = {
    readonly did: string;
    readonly rkey: string;
    readonly record: AppBskyFeedPost.Record;
  };

  /** Makes the post visible. */
  async function put(agent: AtpAgent, { did, rkey, record }: NewRecord): Promise<Published> {
    try {
      await agent.com.atproto.repo.putRecord({
        repo: did,
        collection,
        rkey,
        record: { ...record },
        // Refused if there is another record under this key.
        swapRecord: null,
      });
    } catch (error) {
      // Nobody else has this key: an earlier try has published the post, with a text of its time.
      if (errorName(error) !== "InvalidSwap") throw error;
    }
    return published(did, rkey);
  }

  const published = (did: string, rkey: string): Published => ({
    ok: true,
    externalId: `at://${did}/${collection}/${rkey}`,
    url: `${addresses.site}/profile/${did}/post/${rkey}`,
  });

  return {
    publish: (publication, attempt, signal) =>
      certainly(publication.account, () => publish(publication, attempt, signal)),
    locate: async (publication, trace, _since, signal) => {
      const found = await certainly(publication.account, () => locate(publication, trace, signal));
      // That the question was refused says nothing about the post.
      if (found.ok === false && found.why === undefined) throw new Error(found.error);
      return found;
    },
    // It logs in: an earlier session may still be good though the password is not any more.
    test: (account, signal) =>
      certainly<TestedAccount | Refused>(account, async () => {
        const { session } = await sessions.login(account, signal);
        // Its owner can still log in, but not post.
        return session?.active === false
          ? { ok: false, error: `This account is ${session.status}.`, why: "credentials" }
          : { ok: true, owner: session && `@${session.handle}` };
      }),
    // An app password does not end.
    refresh: async () => null,
    // A record that is not there counts as deleted:
    // https://docs.bsky.app/docs/api/com-atproto-repo-delete-record
    remove: (account, externalId, signal) =>
      certainly<Removed | Refused>(account, async () => {
        const [, , repo = "", , rkey = ""] = externalId.split("/");
        await sessions.use(account, signal, (agent) =>
          agent.com.atproto.repo.deleteRecord({ repo, collection, rkey }),
        );
        return { ok: true };
      }),
  };
}

/** The record's key and time; the same in all tries, so that all of them write the same record. */
const keySchema = z.object({ rkey: z.string(), createdAt: z.string() });
const committedSchema = z.object({ did: z.string(), rkey: z.string() });

/**
 * Returns a key: a time in microseconds and a number, here of the post: https://atproto.com/specs/tid
 */
const newKey = (postId: number, now: Date): z.infer<typeof keySchema> => ({
  rkey: TID.fromTime(now.getTime() * 1000, postId % 1024).toString(),
  createdAt: now.toISOString(),
});

/** Returns undefined for a handle that does not exist. */
async function resolve(agent: AtpAgent, handle: string) {
  try {
    return (await agent.com.atproto.identity.resolveHandle({ handle })).data.did;
  } catch (error) {
    if (errorName(error) === "InvalidRequest" || errorName(error) === "HandleNotFound") {
      return undefined;
    }
    throw error;
  }
}
