import { Outlet, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { preferences } from "@/shared/session/preferences";
import { toasts } from "@/shared/toast/toast";
import { GroupPicker } from "./group-picker";
import { Header } from "./header";
import { ConnectionNotice, useConnectionNotice } from "./notices";
import { Notifications } from "./notifications";
import { SessionDialog } from "./session-dialog";
import styles from "./shell.module.css";
import { ShortcutSheet } from "./shortcut-sheet";
import { useShortcuts } from "./shortcuts";
import { Sidebar } from "./sidebar";

const loadPalette = () =>
  import("./command-palette").then((module) => ({ default: module.CommandPalette }));
const CommandPalette = lazy(loadPalette);

/** After the first screen has had the line to itself, in milliseconds. */
const paletteDelay = 1_500;

export function Layout() {
  const [isCollapsed, setCollapsed] = useState(preferences.isSidebarCollapsed);
  const [overlay, setOverlay] = useState<"palette" | "shortcuts">();
  const main = useFocusOnNewPage();
  const notice = useConnectionNotice();
  const close = () => setOverlay(undefined);

  useEffect(() => {
    // Fetched before it is asked for, so that no letter typed after Ctrl K is lost.
    const timer = setTimeout(() => void loadPalette().catch(() => {}), paletteDelay);
    return () => clearTimeout(timer);
  }, []);

  function toggleSidebar() {
    preferences.rememberSidebar(!isCollapsed);
    setCollapsed(!isCollapsed);
  }

  async function togglePalette() {
    try {
      await loadPalette();
      setOverlay((open) => (open === "palette" ? undefined : "palette"));
    } catch {
      toasts.show({
        kind: "error",
        title: "The search could not be loaded.",
        detail: "Reload the page when the server can be reached.",
      });
    }
  }

  useShortcuts({
    onPalette: () => void togglePalette(),
    onSheet: () => setOverlay((open) => open ?? "shortcuts"),
  });

  return (
    <>
      <a className={styles.skip} href="#page">
        Skip to content
      </a>
      <ConnectionNotice notice={notice} />
      <div
        className={styles.shell}
        data-sidebar={isCollapsed ? "collapsed" : "expanded"}
        data-notice={notice ? "" : undefined}
      >
        <Header onSearch={() => void togglePalette()} />
        <Sidebar isCollapsed={isCollapsed} onToggle={toggleSidebar} />
        <GroupPicker />
        <main id="page" className={styles.page} tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
      <SessionDialog />
      {overlay === "palette" && (
        <Suspense fallback={null}>
          <CommandPalette
            onClose={close}
            onToggleSidebar={toggleSidebar}
            onShortcuts={() => setOverlay("shortcuts")}
          />
        </Suspense>
      )}
      <ShortcutSheet open={overlay === "shortcuts"} onClose={close} />
      <Notifications placement="bottom-right" duration={3000} />
    </>
  );
}

/** Who moves to another page by keyboard goes on from its beginning, not from the old page's link. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== pathname) {
      main.current?.focus({ preventScroll: true });
    }
    shown.current = pathname;
  }, [pathname]);
  return main;
}
