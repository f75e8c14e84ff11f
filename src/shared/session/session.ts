import { createListeners } from "@/shared/store/listeners";
import { isToken, storedToken, tokenKey } from "./stored-token";

/**
 * The one owner of the access token. Every tab of the browser shares it through localStorage, so
 * that logging out in one logs out all, and signing in again in one revives the others.
 */

const returnKey = "returnTo";
const draftPrefix = "draft:";

/**
 * - signed-out: there is no token
 * - signed-in: there is one, and no answer has refused it yet
 * - expired: the server has refused it; nothing is sent with it any more
 */
export type SessionState = "signed-out" | "signed-in" | "expired";

let refusedToken: string | undefined;
/** In this time after the press the browser asks whether the page may be left, in milliseconds. */
const leaving = 1_000;
let isLeaving = false;
const listeners = createListeners<[SessionState]>();

const announce = () => listeners.announce(session.state());

function leave() {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, leaving);
}

export const session = {
  /** The bearer token, unless there is none or the server has refused it. */
  token(): string | undefined {
    const token = storedToken();
    return isToken(token) && token !== refusedToken ? token : undefined;
  },

  state(): SessionState {
    const token = storedToken();
    if (!isToken(token)) return "signed-out";
    return token === refusedToken ? "expired" : "signed-in";
  },

  /** @returns false if the text cannot be a token; nothing is stored then */
  signIn(token: string): boolean {
    if (!isToken(token)) return false;
    localStorage.setItem(tokenKey, token);
    announce();
    return true;
  },

  /**
   * Called when the server refuses this token. The token is kept, so that the operator stays on the
   * same page.
   */
  expire(token: string | undefined) {
    if (!token || token !== storedToken() || refusedToken === token) return;
    refusedToken = token;
    announce();
  },

  /** Forgets the token and everything typed under it, in every tab. */
  signOut() {
    localStorage.removeItem(tokenKey);
    forgetDrafts();
    announce();
  },

  /** @returns a function that stops listening */
  subscribe: listeners.subscribe,

  /** Remembers the operator's page, to return to it after signing in again. */
  rememberPlace(href: string) {
    sessionStorage.setItem(returnKey, href);
  },

  /** Leaves for the sign-in, which leads back to this page: nothing that was typed here is lost. */
  leaveToSignIn(href: string) {
    session.rememberPlace(href);
    leave();
  },

  /** The same where a proxy in front of the server wants the sign-in: it answers the reload with its page. */
  reloadToSignIn() {
    leave();
    window.location.reload();
  },

  /** Returns true while the browser leaves the page for the sign-in. */
  isLeavingToSignIn: () => isLeaving,

  /** Returns the page to open after signing in, once: a path of this console, never another site. */
  takePlace(): string | undefined {
    const href = sessionStorage.getItem(returnKey);
    sessionStorage.removeItem(returnKey);
    return href && /^\/dashboard(?:[/?#]|$)/.test(href) ? href : undefined;
  },
};

/**
 * Typed input that has not been sent, in this tab only. Callers never store secrets here. Values
 * are JSON; a draft that cannot be read counts as none.
 */
export const drafts = {
  read(name: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(draftPrefix + name) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(name: string, values: unknown) {
    try {
      sessionStorage.setItem(draftPrefix + name, JSON.stringify(values));
    } catch {
      // The storage is full or forbidden: the text is still on the screen.
    }
  },
  clear(name: string) {
    sessionStorage.removeItem(draftPrefix + name);
  },
  has: (name: string) => drafts.read(name) !== undefined,
  /** Returns true if any form has a draft. */
  any: () => Object.keys(sessionStorage).some((key) => key.startsWith(draftPrefix)),
};

function forgetDrafts() {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
  }
  sessionStorage.removeItem(returnKey);
}

/**
 * Follows the sign-ins and logouts of other tabs. `key === null` means that everything was cleared
 * at once.
 * @returns a function that stops it
 */
export function followOtherTabs() {
  let shownUnder = storedToken();
  const stopListening = session.subscribe(() => {
    shownUnder = storedToken();
  });
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && key !== tokenKey) return;
    if (session.state() === "signed-out") forgetDrafts();
    announce();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    // After a logout, Back restores the old page from the browser's back/forward cache, with all
    // its screens. It must not be seen for even one frame, also not if another operator has signed
    // in meanwhile.
    const isOver = session.state() === "signed-out";
    if (!isOver && storedToken() === shownUnder) return;
    document.documentElement.hidden = true;
    if (isOver) window.location.replace("/login");
    else window.location.reload();
  };
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", onPageShow);
  return () => {
    stopListening();
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onPageShow);
  };
}
