/** Keeps what must not be read from a stolen database: credentials, proxy passwords. */
export type Secrets = {
  readonly seal: (plain: string) => string;
  /** Throws where the text was not sealed by this key or was changed since. */
  readonly open: (sealed: string) => string;
};
