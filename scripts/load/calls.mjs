import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { quantile } from "../lib/figures.mjs";

/** How many requests are always under way. */
export const connections = 10;

/**
 * The calls that consoles make most: what every screen reads, what open screens poll, and the command
 * that operators give most. Each is a function that returns the next request, or undefined if no record
 * is left for it. `places` are groups with a category each; `pending` are ids of posts to approve.
 */
export function hottestCalls({ places, newsletter, pending }) {
  const inTurn = (path) => {
    let turn = 0;
    return () => ({ path: path(places[turn++ % places.length]) });
  };
  return {
    "All groups": () => ({ path: "publishing/account-groups" }),
    "Categories of a group": inTurn(({ group }) => `publishing/account-groups/${group}/categories`),
    "Posts that wait for approval, first page": () => ({
      path: "publishing/content-queue?status=pending_approval&skip=0&limit=5",
    }),
    "Status of the generation, of a group": inTurn(
      ({ group }) => `admin/content-generation/status?group_id=${group}`,
    ),
    "Pool of a category": inTurn(({ category }) => `publishing/categories/${category}/items`),
    "Scheduled posts, first page": () => ({ path: "publishing/scheduled-posts?skip=0&limit=5" }),
    "Status of the scheduler": () => ({ path: "publishing/scheduler-status" }),
    "Performance of a group, 100 posts": inTurn(
      ({ group }) =>
        `publishing/performance/posts?sortBy=publish_at&sortOrder=desc&limit=100&group_id=${group}`,
    ),
    "Subscribers of the newsletter": () => ({ path: `admin/newsletter/subscribers/${newsletter}` }),
    "Approval of a post": () => {
      const id = pending.shift();
      return id && { method: "POST", path: `publishing/content-queue/${id}/approve` };
    },
  };
}

/**
 * Sends requests to servers in turn for some seconds. A request is sent when another is answered.
 * @returns the quantiles of their durations in ms, and the requests per second
 */
export async function measureCall(servers, next, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const took = [];
  const began = performance.now();
  let turn = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - began < seconds * 1000) {
        const asked = next();
        if (!asked) return;
        const sent = performance.now();
        await send(agent, servers[turn++ % servers.length], asked);
        took.push(performance.now() - sent);
      }
    }),
  );
  const perSecond = took.length / ((performance.now() - began) / 1000);
  agent.destroy();
  if (took.length === 0) throw new Error("No record is left for this call.");
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), perSecond };
}

function send(agent, { origin, token }, { method = "GET", path }) {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}/api/v1/${path}`,
      {
        agent,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(method !== "GET" && { "idempotency-key": randomUUID() }),
        },
      },
      (answer) => {
        answer.resume();
        answer.once("end", () => {
          if (answer.statusCode < 300) resolve();
          else reject(new Error(`${method} ${path}: ${answer.statusCode}`));
        });
        answer.once("error", reject);
      },
    );
    sent.once("error", reject);
    sent.end();
  });
}
