const sidebarKey = "sidebar";
const groupedKey = "group-by-post";
const separatorKey = "csv-separator";

/** What divides two cells of an exported table. The semicolon goes with a decimal comma. */
export type CsvSeparator = "," | ";";

/** The operator's preferences on this browser. */
export const preferences = {
  isSidebarCollapsed: () => localStorage.getItem(sidebarKey) === "collapsed",
  rememberSidebar: (isCollapsed: boolean) =>
    localStorage.setItem(sidebarKey, isCollapsed ? "collapsed" : "expanded"),
  isSectionOpen: (id: string) => localStorage.getItem(`section-${id}`) === "open",
  rememberSection: (id: string, isOpen: boolean) =>
    localStorage.setItem(`section-${id}`, isOpen ? "open" : "folded"),
  isGroupedByPost: () => localStorage.getItem(groupedKey) !== "off",
  rememberGroupedByPost: (isGrouped: boolean) =>
    localStorage.setItem(groupedKey, isGrouped ? "on" : "off"),
  /** Undefined until the operator has chosen. */
  csvSeparator: (): CsvSeparator | undefined => {
    const kept = localStorage.getItem(separatorKey);
    return kept === "," || kept === ";" ? kept : undefined;
  },
  rememberCsvSeparator: (separator: CsvSeparator) => localStorage.setItem(separatorKey, separator),
};

const leftKey = "leftBuild";

/**
 * Remembers the build that this tab left for a newer one automatically, so that it leaves each
 * build only once.
 */
export const builds = {
  hasLeft: (build: string) => sessionStorage.getItem(leftKey) === build,
  leave: (build: string) => sessionStorage.setItem(leftKey, build),
};
