/** What was done, with its name on the screen. */
export const activityKinds = {
  approved: "Approved",
  edited: "Edited",
  rejected: "Rejected",
  reopened: "Reopened",
  published: "Published",
  failed: "Failed",
  /** A post of which the platform has not said whether it is live. */
  unknown: "May be live",
  rescheduled: "Rescheduled",
  cancelled: "Cancelled",
  retried: "Retried",
  cleared: "Cleared",
  settings: "Settings changed",
  rotator: "Sale rotator",
  login: "Signed in",
} as const;

export type ActivityKind = keyof typeof activityKinds;

/** The kind of this name; undefined if there is none. */
export const kindOf = (name: string | undefined): ActivityKind | undefined =>
  kindNames.find((kind) => kind === name);

export const kindNames = Object.keys(activityKinds) as [ActivityKind, ...ActivityKind[]]; // It has these keys and no others.
