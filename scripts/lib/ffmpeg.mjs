import { spawnSync } from "node:child_process";

const isThere = (program) => spawnSync(program, ["-version"]).status === 0;

/** True if this machine has the programs that make a video and read it. */
export const hasFfmpeg = () => isThere("ffmpeg") && isThere("ffprobe");

export const howToGetFfmpeg = "Get them by 'apt-get install ffmpeg' (Debian).";
