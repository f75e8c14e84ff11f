/** Times as a field for date and time holds them: '2026-11-21T18:30', in the operator's own zone. */

/** Returns the field's value for a time in milliseconds; its seconds are dropped. */
export function localTimeOf(time: number): string {
  const at = new Date(time);
  const pad = (figure: number, digits = 2) => String(figure).padStart(digits, "0");
  const day = [pad(at.getFullYear(), 4), pad(at.getMonth() + 1), pad(at.getDate())].join("-");
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** Returns the time in milliseconds; undefined if the field holds none. */
export function timeOfLocal(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return undefined;
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/** The name of the operator's time zone: 'Europe/Belgrade'. */
export const localZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
