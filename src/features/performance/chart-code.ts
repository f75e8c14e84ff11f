const load = () => import("./views/line-chart").then(({ LineChart }) => LineChart);

let loading: ReturnType<typeof load> | undefined;

/** The chart and its library, which nobody needs who does not look at a post's growth. */
export const chartCode = {
  load: () => {
    loading ??= load();
    return loading;
  },
  /** Has the next one asked for afresh, after it could not be loaded. */
  forget: () => {
    loading = undefined;
  },
};
