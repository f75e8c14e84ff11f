import { createLog, type Log, type LogLevel } from "../../server/kernel/log.ts";

type Line = Readonly<Record<string, unknown>>;

export type CapturedLog = {
  readonly log: Log;
  /** The whole text that was written. */
  readonly text: () => string;
  /** The lines that have all of these values. */
  readonly lines: (wanted?: Line) => readonly Line[];
};

/** The server's own log, written to a text that a test can read. */
export function capturedLog(level: LogLevel = "debug"): CapturedLog {
  let text = "";
  const destination = {
    write: (line: string) => {
      text += line;
    },
  };
  return {
    log: createLog({ level, destination }),
    text: () => text,
    lines: (wanted = {}) =>
      text
        .split("\n")
        .filter(Boolean)
        .map((line): Line => JSON.parse(line))
        .filter((line) => Object.entries(wanted).every(([name, value]) => line[name] === value)),
  };
}
