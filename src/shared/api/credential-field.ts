/** One credential that a platform asks for before anyone may act on it. */
export type CredentialField = {
  readonly name: string;
  readonly label: string;
  /** False for a value that may be visible while it is typed: an id, a handle, a region. */
  readonly secret: boolean;
  /** The value that most operators want: filled in for them. */
  readonly usual?: string;
};

export const secret = (name: string, label: string): CredentialField => ({
  name,
  label,
  secret: true,
});

export const open = (name: string, label: string, usual?: string): CredentialField => ({
  name,
  label,
  secret: false,
  ...(usual !== undefined && { usual }),
});

/** Returns the values of an untouched form, with an entry for every field. */
export const blankKeys = (fields: readonly CredentialField[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, usual }) => [name, usual ?? ""]));
