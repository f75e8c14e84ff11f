import { spawnSync } from "node:child_process";

/** True if this machine has the program that gives others another date. */
export const hasFaketime = () => spawnSync("faketime", ["--version"]).error === undefined;

export const howToGetFaketime = "Get one by 'apt-get install faketime' (Debian).";
