import type { Rolldown } from "vite";

/** Code that only forms need, and the question before one is left; no screen shows a form at first. */
const forms =
  /\/(?:react-hook-form|@hookform)\/|\/react-router\/dist\/esm\/useBlocker\.|\/src\/shared\/(?:forms\/(?!date-time-field)|ui\/form-controls\/(?:field|input|switch)\.)|\/src\/entities\/(?:account\/forms\/|media\/(?!views\/))/;
/** Code that the layout loads, which is there before any screen. */
const ofLayout = /\/src\/app\/shell\/health\./;
/**
 * Code that belongs to one screen, however many of the screen's parts use it, or that several screens
 * load on demand. The scheduler's queries are not included, because the sidebar shows its state.
 */
const ofOneScreen =
  /\/src\/(?:features\/(?!scheduler\/(?:contract|queries|schema)\.)|entities\/(?:integration\/|account\/(?:feeds|text-cut)\.|post\/(?:feed-view|views\/(?:feed-\w+|media-dialog|post-media|post-preview|publish-question))\.)|shared\/(?:csv\/|format\/search\.|media\/safe-video\.|keyboard\/use-neighbour-keys\.|ui\/(?:panel\/(?:fold-region|step-list)\.|record\/))|app\/pages\/activity-link\.)/;
export const namesOfScreens = "content|publishing|performance|config|activity";
/** A screen and its loader are one file: both are needed at once. */
const screen = new RegExp(
  `/src/app/(?:routes/loaders|pages(?:/config)?)/(${namesOfScreens})-(?:loader|page|tabs)\\.`,
);
/** The Content Library has no tabs. */
const tabs =
  /\/@radix-ui\/react-(?:tabs|roving-focus|collection|direction)\/|\/src\/shared\/ui\/tabs\./;
const pool = /\/src\/features\/(?:content|generation)\//;

/** Few files, each loaded as a whole: many small ones need more requests and compress worse. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: "start", tags: ["$initial"], priority: 3 },
  {
    name: "console",
    test: (id) => ![forms, tabs, ofLayout, ofOneScreen, screen].some((other) => other.test(id)),
    minShareCount: 2,
    priority: 2,
  },
  { name: "layout", test: /\/src\/app\/(?:shell\/layout|routes\/loaders\/shell-loader)\./ },
  { name: (id) => screen.exec(id)?.[1] ?? null, debugName: "screen", test: screen },
  { name: "pool", test: pool, minShareCount: 2 },
  {
    name: "setup",
    test: /\/src\/(?:features\/(?:categories|newsletter)|entities\/integration)\/(?:contract|queries|schema)\./,
  },
  // Only for the exports and imports of the Dashboard and the newsletter.
  { name: "csv", test: /\/src\/shared\/csv\//, priority: 1 },
  { name: "tabs", test: tabs, priority: 1 },
  { name: "forms", test: forms, priority: 1 },
];
