import type { Clock } from "../../../server/ports/clock";
import { metaTime } from "./graph";

export type ContainerStatus = "IN_PROGRESS" | "FINISHED" | "ERROR" | "EXPIRED" | "PUBLISHED";

type Container = {
  readonly id: string;
  readonly text: string;
  readonly madeAt: Date;
  readonly fields: Readonly<Record<string, unknown>>;
  /** How often it is still read before it has been processed. */
  reads: number;
  /** Its bytes have not been uploaded yet. */
  isEmpty: boolean;
  isPublished: boolean;
};

export type Post = {
  readonly id: string;
  readonly text: string;
  readonly at: Date;
  readonly permalink: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

const day = 24 * 3_600_000;

/**
 * The containers of Instagram and Threads: made, processed, published once, expired after a day
 * (https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-container).
 */
export function createContainers(clock: Clock, permalink: (id: string) => string) {
  const containers = new Map<string, Container>();
  const posts: Post[] = [];
  /** How long media are processed, and how that ends: with an error's text, if there is one. */
  const processing: { reads: number; error?: string } = { reads: 0 };
  /** How often the platform's list does not yet have the newest posts. */
  const lag = { reads: 0 };
  let creatingCalls = 0;

  const statusOf = (container: Container): ContainerStatus => {
    if (container.isPublished) return "PUBLISHED";
    if (clock.now().getTime() - container.madeAt.getTime() > day) return "EXPIRED";
    if (container.isEmpty || container.reads > 0) return "IN_PROGRESS";
    return processing.error === undefined ? "FINISHED" : "ERROR";
  };

  return {
    ...{ containers, posts, processing, lag },
    get creatingCalls() {
      return creatingCalls;
    },
    make: (text: string, fields: Readonly<Record<string, unknown>>, isEmpty = false) => {
      const id = `1790000000000000${containers.size + 1}`;
      const madeAt = clock.now();
      const reads = processing.reads;
      containers.set(id, { id, text, madeAt, fields, reads, isEmpty, isPublished: false });
      return { id };
    },
    read: (container: Container): { status: ContainerStatus; error: string | undefined } => {
      const status = statusOf(container);
      if (!container.isEmpty) container.reads -= 1;
      return { status, error: status === "ERROR" ? processing.error : undefined };
    },
    /** The new post, or the status for which it cannot be published. */
    publish: (id: string): Post | ContainerStatus | undefined => {
      creatingCalls += 1;
      const container = containers.get(id);
      if (!container) return undefined;
      const status = statusOf(container);
      if (status !== "FINISHED") return status;
      container.isPublished = true;
      const postId = `1800000000000000${posts.length + 1}`;
      const { text, fields } = container;
      const post = { ...{ id: postId, text, fields }, at: clock.now() };
      posts.unshift({ ...post, permalink: permalink(postId) });
      return posts[0];
    },
    /** The newest posts. */
    list: (limit: number, since = new Date(0)) => {
      if (lag.reads > 0) {
        lag.reads -= 1;
        return [];
      }
      return posts
        .filter(({ at }) => at >= since)
        .slice(0, limit)
        .map(({ id, text, at, permalink: address }) => ({
          ...{ id, text, permalink: address, timestamp: metaTime(at) },
        }));
    },
    /** A post that somebody made by hand. */
    post: (text: string, at = clock.now()) =>
      void posts.unshift({ ...{ id: "1899", text, at, fields: {} }, permalink: permalink("1899") }),
  };
}
