import { screen, within } from "@testing-library/react";
import { performanceDocs } from "@/features/performance/contract-docs";
import { answering, jsonAnswer, renderApp, startServer } from "../../support/render-app";
import type { TestServer } from "../../support/server";
import { addPendingPosts } from "../queue/support";

const [sample] = performanceDocs.list.sample.reply;

/** A published post as the server returns it. */
export const post = (id: number, text: string, change: Record<string, unknown> = {}) => ({
  ...sample,
  scheduled_post_id: id,
  text_content: text,
  ...change,
});

export const two = [
  post(40, "Čaj, ćebe i dobra knjiga."),
  post(41, "Slojevi su tajna.", {
    impressions: 1_250_000,
    video_views: null,
    likes: 0,
    engagement_rate: null,
    platform: "mastodon",
  }),
];

export const snapshots = [
  { snapshot_time: "2026-11-19T10:30:00Z", raw_data: { impressions: 900, likes: 41 } },
  { snapshot_time: "2026-11-20T09:30:00Z", raw_data: { impressions: 4210, likes: 187 } },
];

type Answers = {
  /** Prepares the server before the console opens. */
  prepare?: (server: TestServer) => Promise<unknown>;
  list?: (address: URL) => Response | undefined;
  detail?: (address: URL) => Response | undefined;
  /** The summary by category. */
  categories?: (address: URL) => Response | undefined;
  /** The group's categories. */
  categoryList?: (address: URL) => Response | undefined;
};

/** Opens the dashboard of a group; from the first request on, the server gives these answers. */
export async function open(address: string, answers: Answers) {
  const server = await startServer();
  const { category, group } = await addPendingPosts(server, {});
  await answers.prepare?.(server);
  const none = () => undefined;
  const answeringServer = await answering(
    [
      { to: "/performance/summary/by-category", says: answers.categories ?? none },
      { to: "/performance/posts/", says: answers.detail ?? none },
      { to: "/performance/posts", says: answers.list ?? none },
      { to: "/categories", says: answers.categoryList ?? none },
    ],
    server,
  );
  const app = await renderApp(`/dashboard/dashboard${address}`, { server: answeringServer });
  return { ...app, category, group };
}

/** Answers with the detail of the requested post. */
export const detailOf =
  (posts: readonly { scheduled_post_id: number }[]) =>
  ({ pathname }: URL) => {
    const performance = posts.find(({ scheduled_post_id: id }) => pathname.endsWith(`/${id}`));
    return performance
      ? jsonAnswer(200, { performance, snapshots })
      : jsonAnswer(404, { detail: "No such published post." });
  };

export const listing = (line: string) =>
  line.startsWith("GET /api/v1/publishing/performance/posts?");

/** The rows below the column heads, once they have loaded. */
export async function rows(first = "Čaj, ćebe i dobra knjiga.") {
  // Before the posts are loaded, a skeleton table with the same name is shown.
  await screen.findByRole("button", { name: first });
  const table = screen.getByRole("table", { name: "Posts" });
  return within(table).getAllByRole("row").slice(1);
}

export const findDialog = async () =>
  within(await screen.findByRole("dialog", { name: "Post performance" }));
