import { fetchEarly } from "@/shared/api/early-responses";
import { apiHost } from "@/shared/config/env";
import { storedToken } from "@/shared/session/stored-token";

/**
 * A small script of its own in the page's head. While the console's code still loads, it requests
 * the code of the screen that the address names, and what every screen reads first: the groups, and the
 * backend's capabilities. All else is the loaders' work.
 */

/** The script files of each screen; the build defines them. */
declare const filesOfScreens: Readonly<Record<string, readonly string[]>>;

const token = storedToken();
const files = filesOfScreens[location.pathname.split("/")[2] ?? ""];
if (token && files) {
  preload(files);
  const host = apiHost || location.origin;
  fetchEarly(`${host}/api/v1/publishing/account-groups`, token);
  // The backend's capabilities decide which parts a screen has: known late, they would push others down.
  fetchEarly(`${host}/healthz`, token);
}

function preload(files: readonly string[]) {
  for (const href of files) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}
