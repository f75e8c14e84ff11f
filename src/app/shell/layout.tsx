import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { preferences } from "@/shared/session/preferences";
import { announceQuiet, isCodeComing, late } from "@/shared/ui/late";
import { OnceOpen } from "@/shared/ui/once-open";
import { useAfterFrame } from "@/shared/ui/use-after-frame";
import { GroupPicker } from "./group-picker";
import { Header } from "./header";
import { ConnectionNotice, useConnectionNotice } from "./notices";
import { Palette } from "./palette";
import { SessionDialog } from "./session-dialog";
import styles from "./shell.module.css";
import { useShortcuts } from "./shortcuts";
import { Sidebar } from "./sidebar";

const ShortcutSheet = late(() => import("./shortcut-sheet").then((code) => code.ShortcutSheet), {
  isFetchedAhead: true,
});

export function Layout() {
  const [isCollapsed, setCollapsed] = useState(preferences.isSidebarCollapsed);
  // The sidebar itself answers the press; all that is beside it takes its place a frame later.
  const isBesideCollapsed = useAfterFrame(isCollapsed);
  const [overlay, setOverlay] = useState<"palette" | "shortcuts">();
  const main = useFocusOnNewPage();
  const notice = useConnectionNotice();
  const close = () => setOverlay(undefined);

  useQuiet();

  const toggleSidebar = useCallback(() => {
    preferences.rememberSidebar(!isCollapsed);
    setCollapsed(!isCollapsed);
  }, [isCollapsed]);

  const togglePalette = useCallback(
    () => setOverlay((open) => (open === "palette" ? undefined : "palette")),
    [],
  );

  useShortcuts({
    onPalette: togglePalette,
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
        data-sidebar={isBesideCollapsed ? "collapsed" : undefined}
        data-notice={notice ? "" : undefined}
      >
        <Header onSearch={togglePalette} />
        <Sidebar isCollapsed={isCollapsed} onToggle={toggleSidebar} />
        <GroupPicker />
        <main id="page" className={styles.page} tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
      <SessionDialog />
      {overlay === "palette" && (
        <Palette
          onClose={close}
          onToggleSidebar={toggleSidebar}
          onShortcuts={() => setOverlay("shortcuts")}
        />
      )}
      <OnceOpen open={overlay === "shortcuts"} onOpenChange={close}>
        <ShortcutSheet open={overlay === "shortcuts"} onClose={close} />
      </OnceOpen>
    </>
  );
}

/** In milliseconds: how often it is looked, and how long the first screen has the line at most. */
const [lookEvery, longestFirst] = [100, 10_000];
/** So often in a row nothing was on its way: between two steps of a screen there may be nothing for a moment. */
const looksNeeded = 3;

/** Says when the first screen has its code and what it reads, and shows it. */
function useQuiet() {
  const client = useQueryClient();
  useEffect(() => {
    const begun = Date.now();
    let looks = 0;
    const timer = setInterval(() => {
      const isBusy = isCodeComing() || client.isFetching() > 0;
      looks = isBusy ? 0 : looks + 1;
      if (looks < looksNeeded && Date.now() - begun < longestFirst) return;
      clearInterval(timer);
      announceQuiet();
    }, lookEvery);
    return () => clearInterval(timer);
  }, [client]);
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
