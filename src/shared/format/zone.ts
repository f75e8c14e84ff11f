/**
 * The operator's time zone. The machine may change it while the tab is open, on a journey for example.
 * JavaScript's dates follow at once, an `Intl` format keeps the zone in which it was made.
 */
let name: string | undefined;

/** Returns the name of the zone, such as 'Europe/Belgrade', as of the last look. */
export const zoneName = () => name ?? lookAtZone();

/** Looks which zone it is now. It is too slow for each time that is shown: 20 µs. */
export function lookAtZone(): string {
  name = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name;
}

/**
 * Returns the `Intl` format of these options in the operator's zone: made when it is first needed, as
 * in `once`, and made again in another zone.
 */
export function zonedFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: { zone: string; format: Intl.DateTimeFormat } | undefined;
  return () => {
    if (made?.zone !== zoneName()) {
      made = { zone: lookAtZone(), format: new Intl.DateTimeFormat("en-GB", options) };
    }
    return made.format;
  };
}
