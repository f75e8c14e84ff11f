import { button, type Rows } from "./row";

const posts = "/dashboard/dashboard?group=1";
const byCategory = `${posts}&tab=categories`;
const post = `${posts}&post=91`;

export const dashboardRows: Rows = {
  writes: [
    {
      what: "refresh the Instagram data",
      at: posts,
      call: "POST /admin/performance/refresh-instagram-feed/{groupId}",
      text: "Failed to refresh Instagram data.",
      quoted: [],
      ready: (page) => button(page, "Refresh Instagram Data"),
    },
  ],
  reads: [
    {
      what: "the posts' performance",
      at: posts,
      call: "GET /publishing/performance/posts",
      text: "Failed to load performance data. Please try again.",
    },
    {
      what: "one post's performance",
      at: post,
      call: "GET /publishing/performance/posts/{id}",
      text: "Failed to load performance details. Please try again.",
    },
    {
      what: "the categories' performance",
      at: byCategory,
      call: "GET /publishing/performance/summary/by-category",
      text: "Failed to load category performance data.",
    },
  ],
  shown: [
    {
      what: "a group that has published nothing",
      at: posts,
      text: "No performance data available yet.",
      arrange: (backend) => {
        backend.state().performance.length = 0;
      },
    },
    {
      what: "a group whose categories have published nothing",
      at: byCategory,
      text: "No performance data available yet.",
      arrange: (backend) => {
        backend.state().summary.length = 0;
      },
    },
    {
      what: "a refresh of the Instagram data without a group",
      at: posts,
      text: "Please select a group to refresh.",
      arrange: (backend) => {
        backend.state().groups.length = 0;
      },
      press: (page) => button(page, "Refresh Instagram Data").click(),
    },
    {
      what: "a post with one snapshot",
      at: post,
      text: "Not enough historical data to draw a chart.",
      arrange: (backend) => {
        backend.state().snapshots.length = 1;
      },
    },
  ],
};
