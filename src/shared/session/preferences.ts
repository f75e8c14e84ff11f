const sidebarKey = "sidebar";

/** How the operator likes the console, on this browser. */
export const preferences = {
  isSidebarCollapsed: () => localStorage.getItem(sidebarKey) === "collapsed",
  rememberSidebar: (isCollapsed: boolean) =>
    localStorage.setItem(sidebarKey, isCollapsed ? "collapsed" : "expanded"),
};
