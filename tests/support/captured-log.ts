import { createLog, type Log, type LogLevel } from "../../server/log.ts";

type Line = Readonly<Record<string, unknown>>;

export type CapturedLog = {
  readonly log: Log;
  /** All that was written, as it was written. */
  readonly text: () => string;
  /** The lines whose values at these names are these. */
  readonly lines: (wanted?: Line) => readonly Line[];
};

/** The server's own log, written to where a test can read it. */
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
