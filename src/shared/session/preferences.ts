const sidebarKey = "sidebar";

/** How the operator likes the console, on this browser. */
export const preferences = {
  isSidebarCollapsed: () => localStorage.getItem(sidebarKey) === "collapsed",
  rememberSidebar: (isCollapsed: boolean) =>
    localStorage.setItem(sidebarKey, isCollapsed ? "collapsed" : "expanded"),
};

const leftKey = "leftBuild";

/** Which builds of the console this tab has left for a newer one by itself: each of them only once. */
export const builds = {
  hasLeft: (build: string) => sessionStorage.getItem(leftKey) === build,
  leave: (build: string) => sessionStorage.setItem(leftKey, build),
};
