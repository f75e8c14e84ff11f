/** Encrypts values that a stolen database must not reveal: credentials, proxy passwords. */
export type Secrets = {
  readonly seal: (plain: string) => string;
  /** Decrypts; throws if the text was encrypted with another key, or was changed. */
  readonly open: (sealed: string) => string;
};
