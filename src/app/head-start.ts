import type { HeadStart } from "@/shared/api/head-start";
import { apiHost } from "@/shared/config/env";
import { isToken, storedToken } from "@/shared/session/stored-token";
import { askForCodeOf, screenOf } from "./screen-code";

declare global {
  interface Navigator {
    /** Chromium's alone: what its header `Sec-CH-UA-Mobile` says as well. */
    readonly userAgentData?: { readonly mobile: boolean };
  }
}

/**
 * Asks for what the screen of this address reads first, while the console's own code is still on its
 * way. A script of its own, which comes before all others and so must stay small: it reads answers
 * without looking at them closely. Where it is wrong about what a screen reads, something was asked
 * for in vain, and the screen asks for what it needs.
 */
const token = storedToken();
const screen = screenOf(location.pathname);
// A console that asks already needs no help, and would ask twice.
if (isToken(token) && screen && window.headStart === undefined) begin(token, screen);

function begin(token: string, screen: string) {
  const begun: HeadStart = { token, answers: new Map(), wanted: new Set() };
  window.headStart = begun;

  /** Undefined where there is nothing to go on from: then the console asks for the rest itself. */
  const ask = async (path: string): Promise<unknown> => {
    const address = new URL(`${apiHost || location.origin}/api/v1/${path}`).href;
    const isAsked = begun.wanted.has(address) || begun.answers.has(address);
    if (window.headStart !== begun || isAsked) return undefined;
    const answer = fetch(address, {
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
      headers: { accept: "application/json", authorization: `Bearer ${token}` },
    }).then(async (response) => ({ response, text: await response.text() }));
    // Where it does not come and nobody takes it, nobody is to hear of it.
    answer.catch(() => {});
    begun.answers.set(address, answer);
    return answer.then(({ text }) => JSON.parse(text)).catch(() => undefined);
  };

  const search = new URLSearchParams(location.search);
  const shown = [...search.keys()].filter((key) => key !== "group" && key !== "tab");
  const isPlain = shown.length === 0;
  const tab = search.get("tab");
  /** Names that could be numbers stand there in quotes. */
  const named = (of: string) => search.get(of)?.replaceAll('"', "");

  /** What does not depend on the group. */
  let queue: Promise<unknown> | undefined;
  if (screen === "publishing") {
    queue = ask("publishing/content-queue?status=pending_approval&skip=0&limit=5");
    void ask("publishing/scheduled-posts?skip=0&limit=5");
    // Elsewhere the sidebar alone shows a figure of it, a frame later: it takes the server longest.
    void ask("publishing/scheduler-status");
  }
  const ofAddress = named("group");
  void ask("publishing/account-groups").then((groups) => {
    if (navigator.userAgentData?.mobile) askForCodeOf(screen);
    const group = idOf(groups, () => true, ofAddress);
    if (group !== undefined) ofGroup(group);
    void queue?.then((items) => ofQueue(recordsOf(items), recordsOf(groups)));
  });
  // It is hardly ever gone, and most addresses name one.
  if (isPlainId(ofAddress)) ofGroup(ofAddress);

  /** Of each post it is said what the accounts of its group will make of it. */
  function ofQueue(items: readonly Sent[], groups: readonly Sent[]) {
    for (const { id, name } of groups) {
      const isQueued = items.some(({ group_name }) => group_name === name);
      if (isQueued && isPlainId(String(id))) void ask(`publishing/account-groups/${id}/accounts`);
    }
  }

  function ofGroup(group: string) {
    const categories = `publishing/account-groups/${group}/categories`;
    if (screen === "content") {
      void ask(categories).then((all) => {
        const category = idOf(all, isListed, named("category"));
        const isAll = ["archived", "status", "unused", "media"].every((key) => !search.has(key));
        if (category !== undefined && isAll) void ask(`publishing/categories/${category}/items`);
      });
      void ask(`admin/content-generation/status?group_id=${group}`);
    }
    if (screen === "dashboard" && isPlain && tab !== "categories") {
      void ask(
        `publishing/performance/posts?sortBy=publish_at&sortOrder=desc&limit=100&group_id=${group}`,
      );
      void ask(categories);
    }
    if (screen === "config" && (tab === null || tab === "accounts" || tab === "direct")) {
      void ask(`publishing/account-groups/${group}/accounts`);
    }
  }
}

/** A record as it came: nothing of it is known. */
type Sent = { readonly [name: string]: unknown };

const recordsOf = (list: unknown): readonly Sent[] =>
  (Array.isArray(list) ? list : []).filter((record) => record?.id !== undefined);

/** The id of the record that the address names, else of the first one that is shown. */
function idOf(list: unknown, isShown: (record: Sent) => boolean, named?: string) {
  const records = recordsOf(list).filter(isShown);
  const record = records.find(({ id }) => String(id) === named) ?? records[0];
  const id = record && String(record.id);
  return isPlainId(id) ? id : undefined;
}

/** An id that is more than a name could lead elsewhere. */
function isPlainId(id: string | undefined): id is string {
  return id !== undefined && /^[\w-]{1,64}$/.test(id);
}

/** Those without a daily quota are archived. */
const isListed = (category: object) =>
  Object.entries(category).some(([name, value]) => name.endsWith("_posts_per_day") && value > 0);
