import { clock } from "./clock";

/**
 * Times as a field for date and time holds them: '2026-11-21T18:30', in the operator's own zone. Once a
 * year an hour comes twice there, and one is skipped.
 */

/** Returns the field's value for a time in milliseconds; its seconds are dropped. */
export function localTimeOf(time: number): string {
  const at = new Date(time);
  const pad = (figure: number, digits = 2) => String(figure).padStart(digits, "0");
  const day = [pad(at.getFullYear(), 4), pad(at.getMonth() + 1), pad(at.getDate())].join("-");
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** A time, in milliseconds, that was put into a field, and the text that the field got. */
type PutTime = { readonly time: number; readonly text: string };

export const putTime = (time: number): PutTime => ({ time, text: localTimeOf(time) });

/**
 * Returns the time in milliseconds: the one that was put into the field, as long as nobody has changed the
 * text, else the first one with this text. Undefined if the field holds no time, or one that the clocks
 * skip.
 */
export function timeOfLocal(text: string, put?: PutTime): number | undefined {
  if (put?.text === text) return put.time;
  const time = parse(text);
  return time === undefined || isOther(time, text) ? undefined : time;
}

/** True if the clocks skip this time on that day, when they go forward. */
function isSkipped(text: string): boolean {
  const time = parse(text);
  return time !== undefined && isOther(time, text);
}

/** True if the clocks show this time twice on its day, because they go back. */
export const comesTwice = (time: number) =>
  // By an hour, on Lord Howe Island by half of one.
  [-60, -30, 30, 60].some((minutes) => localTimeOf(time + minutes * 60_000) === localTimeOf(time));

/**
 * Says why a field's text is no time to come; undefined if it is one.
 *
 * @param put the time that was put into the field, if one was
 */
export function whyNotToCome(text: string, put?: PutTime): string | undefined {
  const time = timeOfLocal(text, put);
  if (time !== undefined) return time > clock.now() ? undefined : "This time has passed.";
  return isSkipped(text)
    ? "This time does not exist: the clocks go forward then."
    : "Choose a date and a time.";
}

function parse(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return undefined;
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? undefined : time;
}

const isOther = (time: number, text: string) => localTimeOf(time) !== text.slice(0, 16);
