/** The chunks of each screen, by the part of its path after /dashboard. */
export const chunksOfScreens = {
  content: ["layout", "content"],
  publishing: ["layout", "publishing"],
  dashboard: ["layout", "performance"],
  config: ["layout", "config"],
  activity: ["layout", "activity"],
};
