/** What a platform wants to know before it lets anyone act on it. */
export type CredentialField = {
  readonly name: string;
  readonly label: string;
  /** False for what may be seen while it is typed: ids, handles, regions. */
  readonly secret: boolean;
  /** What most will want, and nobody needs to type. */
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

/** No key typed yet: every field that may be shown has its place. */
export const blankKeys = (fields: readonly CredentialField[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, usual }) => [name, usual ?? ""]));
