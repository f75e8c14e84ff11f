import moment from "moment-timezone";

/**
 * The release of the IANA time-zone database whose rules publishing times follow: `2026f`. It comes
 * with the package moment-timezone, so that it is the same on every machine. The rules of Node and of
 * PostgreSQL are as old as their builds or the operating system, and differ from each other.
 */
export const zoneRelease: string = moment.tz.dataVersion;

/**
 * Returns true for a name of the IANA time-zone database, or an older one that Node knows, such
 * as `PST`.
 */
export const isTimeZone = (name: string): boolean => zoneOf(name) !== null;

/**
 * Returns how far the clocks of a zone are ahead of UTC at a moment, both in ms. Throws an Error if the
 * zone is unknown.
 */
export function offsetAt(name: string, time: number): number {
  const zone = zoneOf(name);
  if (!zone) throw new Error(`Unknown time zone: ${name}`);
  // The package counts the minutes behind UTC.
  return -zone.utcOffset(time) * 60_000;
}

const zoneOf = (name: string) => moment.tz.zone(name) ?? moment.tz.zone(nameOfToday(name) ?? "");

/**
 * Returns the present name of a zone. Earlier versions stored every name that Node accepts; it takes
 * `PST` for `America/Los_Angeles`.
 */
function nameOfToday(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * Returns true if a release of Node's time-zone database, `process.versions.tz`, is newer than that of
 * publishing times. Undefined, in a Node without such data, is not.
 */
export const isNewerThanOurs = (release: string | undefined): boolean =>
  release !== undefined && release > zoneRelease;
