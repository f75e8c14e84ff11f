import { useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet, useElementScrollRestoration, useRouterState } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { groupQueries } from "@/entities/group";
import { settleFirstScreen } from "@/shared/lazy/first-screen";
import { LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { preferences } from "@/shared/session/preferences";
import { focusMain } from "@/shared/ui/focus/focus";
import { followConnection } from "../follow-connection";
import { PagePending } from "../routes/route-fallbacks";
import { GroupPicker } from "./header/group-picker";
import { Header } from "./header/header";
import { ConnectionNotice, useConnectionNotice } from "./header/notices";
import { healthQueries } from "./health";
import styles from "./layout.module.css";
import { Sidebar } from "./navigation/navigation";
import { Palette } from "./palette/palette";
import { SessionDialog } from "./session-dialog";
import { useShortcuts } from "./shortcuts";

const ShortcutSheet = lazyOnPress(() =>
  import("./shortcut-sheet").then((sheet) => sheet.ShortcutSheet),
);

export function Layout() {
  const [isCollapsed, setCollapsed] = useState(preferences.isSidebarCollapsed);
  const [overlay, setOverlay] = useState<"palette" | "shortcuts">();
  useFocusOnNewPage();
  const notice = useConnectionNotice();
  const close = () => setOverlay(undefined);

  const client = useQueryClient();
  useEffect(() => followConnection(client), [client]);

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
        data-sidebar={isCollapsed ? "collapsed" : undefined}
        data-notice={notice && (notice.isSignIn ? "long" : "")}
      >
        <Header onSearch={togglePalette} />
        <Sidebar isCollapsed={isCollapsed} onToggle={toggleSidebar} />
        <GroupPicker />
        <Page />
      </div>
      <LateScroll />
      <SessionDialog />
      {overlay === "palette" && (
        <Palette
          onClose={close}
          onToggleSidebar={toggleSidebar}
          onShortcuts={() => setOverlay("shortcuts")}
        />
      )}
      <LazyDialog open={overlay === "shortcuts"} onOpenChange={close}>
        <ShortcutSheet open={overlay === "shortcuts"} onClose={close} />
      </LazyDialog>
      <SettleFirstScreen />
    </>
  );
}

/**
 * How long the first screen waits for the groups and for what the backend offers, in ms. Every part of
 * it would be laid out again once they are known.
 */
const longestWaitForShell = 1000;

/** The screen of the address, once it is known what it shows. From then on it stays. */
function Page() {
  // The route's loader reads both. Without `enabled: false` a failed read would be repeated here.
  const groups = useQuery({ ...groupQueries.list(), enabled: false });
  const health = useQuery({ ...healthQueries.read(), enabled: false });
  const isUntouched = useIsUntouched();
  const [isShown, setShown] = useState(false);
  // The reads are pending again after a sign-in in another tab, which must not close what is open.
  if (!(isShown || groups.isPending || health.isPending)) setShown(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), longestWaitForShell);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main
      id="page"
      className={styles.page}
      tabIndex={-1}
      data-untouched={isUntouched ? "" : undefined}
    >
      {isShown ? <Outlet /> : <PagePending />}
    </main>
  );
}

/** The operator's inputs: after one of these a screen no longer hides or scrolls by itself. */
const inputs = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** True until the first input on each screen. */
function useIsUntouched() {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const [touched, setTouched] = useState<string | null | undefined>(null);
  useEffect(() => {
    const touch = () => setTouched(shown);
    for (const input of inputs) addEventListener(input, touch, true);
    return () => {
      for (const input of inputs) removeEventListener(input, touch, true);
    };
  }, [shown]);
  return touched !== shown;
}

/** The longest pause between two reads of a screen, in ms: after that the screen counts as settled. */
const pauseBetweenReads = 300;

/** Starts preloading once the first screen has read what it shows. Renders nothing. */
function SettleFirstScreen() {
  const isReading = useIsFetching() > 0;
  useEffect(() => {
    if (isReading) return;
    const timer = setTimeout(settleFirstScreen, pauseBetweenReads);
    return () => clearTimeout(timer);
  }, [isReading]);
  return null;
}

/**
 * After a navigation to another page, keyboard users start at its beginning, not at the old page's
 * link; or at the record that a link has led to, which may have taken the focus already.
 */
function useFocusOnNewPage() {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(pathname);
  useEffect(() => {
    const isNew = shown.current !== undefined && shown.current !== pathname;
    // The old page is gone by now: what has the focus in the main part belongs to the new one.
    if (isNew && !document.activeElement?.closest("main")) focusMain();
    shown.current = pathname;
  }, [pathname]);
}

/**
 * Scrolls to where the operator left this entry of the history as soon as the page is tall enough.
 * The router scrolls once, when the screen has rendered, and a panel that loads later than that
 * would leave the page too short for it.
 */
function LateScroll() {
  const key = useRouterState({
    // While the next screen is loading, the one before is still shown, and must not move.
    select: ({ location: { state }, resolvedLocation }) =>
      state.key === resolvedLocation?.state.key ? state.key : undefined,
  });
  const left = useElementScrollRestoration({ getElement: () => window })?.scrollY;
  useEffect(() => {
    if (!key || !left) return;
    const page = document.documentElement;
    const growth = new ResizeObserver(() => {
      if (page.scrollHeight - innerHeight < left - 1) return;
      if (scrollY < left) scrollTo({ top: left });
      stop();
    });
    const stop = () => {
      growth.disconnect();
      for (const input of inputs) removeEventListener(input, stop, true);
    };
    for (const input of inputs) addEventListener(input, stop, true);
    growth.observe(page);
    return stop;
  }, [key, left]);
  return null;
}
