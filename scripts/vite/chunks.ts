import type { Rolldown } from "vite";

/** What only forms and dialogs need, which no screen shows at first sight. */
const forms =
  /\/(?:react-hook-form|@hookform)\/|\/src\/shared\/(?:forms\/(?!has-draft)|ui\/(?:field|input|switch)\.)/;
const windows =
  /\/(?:@radix-ui\/react-(?:alert-)?(?:dialog|dismissable-layer|focus-(?:scope|guards)|portal)|react-remove-scroll(?:-bar)?|aria-hidden|use-sidecar|use-callback-ref)\//;
/** What belongs to one screen, however many parts of it have it in common. The scheduler is in the header. */
const ofOneScreen =
  /\/src\/(?:features\/(?!scheduler\/|performance\/(?:contract|queries|schema)\.)|entities\/integration\/|shared\/csv\/)/;
export const namesOfScreens = "content|publishing|performance|config";
/** A screen is one file with what it reads first, for which the head start has asked already. */
const screen = new RegExp(`/src/app/(?:first-reads|pages)/(${namesOfScreens})(?:-page|-tabs)?\\.`);
const pool = /\/src\/features\/(?:content|generation)\//;

/** Few files, each read as a whole: many small ones are more to ask for and compress worse. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: "start", tags: ["$initial"], priority: 3 },
  {
    name: "console",
    test: (id) => ![forms, windows, ofOneScreen, screen].some((other) => other.test(id)),
    minShareCount: 2,
    priority: 2,
  },
  { name: (id) => screen.exec(id)?.[1] ?? null, debugName: "screen", test: screen },
  { name: "pool", test: pool, minShareCount: 2 },
  {
    name: "setup",
    test: /\/src\/(?:features\/(?:categories|newsletter)|entities\/integration)\/(?:contract|queries|schema)\./,
  },
  { name: "windows", test: windows, priority: 1 },
  { name: "forms", test: forms, priority: 1 },
];
