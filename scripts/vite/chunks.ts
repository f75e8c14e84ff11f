import type { Rolldown } from "vite";

/** What only forms need, which no screen shows at first sight. */
const forms =
  /\/(?:react-hook-form|@hookform)\/|\/src\/shared\/(?:forms\/(?!has-draft)|ui\/(?:field|input|switch)\.)/;
/** What belongs to one screen, however many parts of it have it in common. The scheduler's state is in the sidebar. */
const ofOneScreen =
  /\/src\/(?:features\/(?!scheduler\/|performance\/keys\.)|entities\/integration\/|shared\/csv\/)/;
export const namesOfScreens = "content|publishing|performance|config";
/** A screen and its loader are one file: both are needed at once. */
const screen = new RegExp(`/src/app/(?:routes|pages)/(${namesOfScreens})-(?:loader|page|tabs)\\.`);
const pool = /\/src\/features\/(?:content|generation)\//;

/** Few files, each read as a whole: many small ones are more to ask for and compress worse. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: "start", tags: ["$initial"], priority: 3 },
  {
    name: "console",
    test: (id) => ![forms, ofOneScreen, screen].some((other) => other.test(id)),
    minShareCount: 2,
    priority: 2,
  },
  { name: (id) => screen.exec(id)?.[1] ?? null, debugName: "screen", test: screen },
  { name: "pool", test: pool, minShareCount: 2 },
  {
    name: "setup",
    test: /\/src\/(?:features\/(?:categories|newsletter)|entities\/integration)\/(?:contract|queries|schema)\./,
  },
  // For exports and imports alone: the Dashboard's and the newsletter's.
  { name: "csv", test: /\/src\/shared\/csv\// },
  { name: "forms", test: forms, priority: 1 },
];
