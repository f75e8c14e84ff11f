import { platformTypes } from "@/entities/account/platforms";

/** The names by which LIVE speaks of what is outside: the platforms, and the other services. */
export const outsideNames = [
  ...platformTypes,
  "ai",
  "facebook_ads",
  "shopify",
  "amazon_ses",
  "smtp",
] as const;

export type OutsideName = (typeof outsideNames)[number];

export const isOutsideName = (name: string): name is OutsideName =>
  outsideNames.some((known) => known === name);

/** `played`: by the sandbox. `held`: read, but not written to. `off`: not reached at all. */
export type Reach = "played" | "real" | "held" | "off";

/** The services that this deployment reaches outside. */
export type World = {
  readonly kind: "sandbox" | "live";
  /** True for a rehearsal: nothing is written to real services. */
  readonly isHeld: boolean;
  readonly outside: Readonly<Record<OutsideName, Reach>>;
  readonly apiEnds: ApiEnds;
};

/**
 * The days (ISO) from which services may refuse the version of their API that this server calls; none
 * for a service that has announced no end.
 */
export type ApiEnds = Readonly<Partial<Record<OutsideName, string>>>;

/** Returns whether a version ends within 60 days, or has ended: operators are warned from then on. */
export const endsSoon = (end: string, now: Date) =>
  new Date(end).getTime() - now.getTime() <= 60 * 24 * 3_600_000;

/**
 * Returns when a service may refuse the version of its API that this server calls (ISO), once that is
 * near or over; else null.
 */
export function apiEndOf({ outside, apiEnds }: World, name: OutsideName, now: Date): string | null {
  const end = outside[name] === "off" ? undefined : apiEnds[name];
  return end !== undefined && endsSoon(end, now) ? new Date(end).toISOString() : null;
}

const all = (reach: (name: OutsideName) => Reach) =>
  // All names are there, each once.
  Object.fromEntries(outsideNames.map((name) => [name, reach(name)])) as World["outside"];

export const sandboxWorld: World = {
  kind: "sandbox",
  isHeld: false,
  outside: all(() => "played"),
  apiEnds: {},
};

/** Services that are only asked: a call changes nothing there, so there is nothing to hold. */
const onlyAsked: readonly OutsideName[] = ["ai"];

/** Returns a world in which the named services are real and all others are off. */
export const liveWorld = (
  names: readonly OutsideName[],
  isHeld: boolean,
  apiEnds: ApiEnds = {},
): World => {
  const reach = (name: OutsideName) => (isHeld && !onlyAsked.includes(name) ? "held" : "real");
  return {
    kind: "live",
    isHeld,
    outside: all((name) => (names.includes(name) ? reach(name) : "off")),
    apiEnds,
  };
};
