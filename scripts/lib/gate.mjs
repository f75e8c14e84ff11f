/** The projects of `npm test`: in this process on a database in memory, and on the build in Chromium. */
export const inProcess = ["unit", "server", "server-alone", "screens", "screens-alone"];
export const inBrowser = ["built"];

/** Leaves out what may give another answer on another machine or day: `npm run test:all` has it. */
export const withoutClockAndPeers = "!clock && !peers";
