import { fetchEarly, isWaiting } from "@/shared/api/early-responses";
import { isId } from "@/shared/api/is-id";
import { apiHost } from "@/shared/config/env";
import { storedToken } from "@/shared/session/stored-token";

/**
 * A small script of its own in the page's head. While the console's code still loads, it requests
 * the code of the screen that the address names, and the answers that this screen reads first. Any
 * other read is the loaders' work; a wrong guess here costs one unused request.
 */

type Screen = {
  /** Paths of calls that depend on the address alone. */
  reads?: readonly string[];
  /** Paths of calls of the active group. */
  readsOfGroup?: (group: string) => readonly string[];
};

const screens: Readonly<Record<string, Screen>> = {
  content: {
    readsOfGroup: (group) => [
      `publishing/account-groups/${group}/categories`,
      `admin/content-generation/status?group_id=${group}`,
    ],
  },
  publishing: {
    reads: [
      "publishing/content-queue?status=pending_approval&skip=0&limit=5",
      "publishing/scheduled-posts?skip=0&limit=5",
      "publishing/scheduler-status",
    ],
  },
  dashboard: {
    readsOfGroup: (group) => [
      `publishing/performance/posts?sortBy=publish_at&sortOrder=desc&limit=100&group_id=${group}`,
      `publishing/account-groups/${group}/categories`,
    ],
  },
  config: {
    readsOfGroup: (group) => [`publishing/account-groups/${group}/accounts`],
  },
  // Its calls are beyond the spec, so nothing is requested before the backend has announced them.
  activity: {},
};

/** The script files of each screen; the build defines them. */
declare const filesOfScreens: Readonly<Record<string, readonly string[]>>;

const token = storedToken();
const name = location.pathname.split("/")[2] ?? "";
const screen = screens[name];
if (token && screen) {
  preload(filesOfScreens[name] ?? []);
  void fetchFirstReads(token, screen);
}

function preload(files: readonly string[]) {
  for (const href of files) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}

async function fetchFirstReads(token: string, { reads = [], readsOfGroup }: Screen) {
  const host = apiHost || location.origin;
  const urlOf = (path: string) => `${host}/api/v1/${path}`;
  const groupsUrl = urlOf("publishing/account-groups");
  const groups = fetchEarly(groupsUrl, token);
  for (const path of reads) void fetchEarly(urlOf(path), token);
  // The backend's capabilities decide which parts a screen has: known late, they would push others down.
  void fetchEarly(`${host}/healthz`, token);

  const { group: named, tab, sort } = Object.fromEntries(new URLSearchParams(location.search));
  // Another tab or order reads something else first.
  if (!readsOfGroup || tab || sort) return;
  const group = named?.replaceAll('"', "") ?? (await firstIdOf(groups));
  // Once the console has taken the groups, it makes the other calls itself.
  if (!isWaiting(groupsUrl) || !group || !/^[\w-]{1,64}$/.test(group)) return;
  for (const path of readsOfGroup(group)) void fetchEarly(urlOf(path), token);
}

/**
 * Returns undefined if the answer is no list of records; the console then reports what is wrong. An id that
 * no number can hold is rounded here: only the console reads it exactly.
 */
async function firstIdOf(groups: Promise<Response>) {
  try {
    const list = await (await groups).clone().json();
    return isId(list[0].id) ? String(list[0].id) : undefined;
  } catch {
    return undefined;
  }
}
