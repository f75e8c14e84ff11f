import { isToken, storedToken } from "@/shared/session/stored-token";
import { askForCodeOf, screenOf } from "./screen-code";

/*
 * Before all other modules of the page's own script: while they run, and React's take the longest,
 * the screen's code comes and is compiled beside them. Not earlier, by a header of the page: until
 * this script runs nothing can be shown, and what is compiled at the same time takes it from the
 * processor where there are not more than two.
 */
const screen = screenOf(location.pathname);
if (screen && isToken(storedToken())) askForCodeOf(screen);
