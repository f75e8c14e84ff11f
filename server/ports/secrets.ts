/** Encrypts values that a stolen database must not reveal: credentials, proxy passwords. */
export type Secrets = {
  /**
   * Encrypts with the current key.
   *
   * @param place where the text is used: it opens only for the same place
   */
  readonly seal: (plain: string, place: string) => string;
  /**
   * Decrypts; throws if the text was sealed for another place or with an unknown key, or was changed.
   */
  readonly open: (sealed: string, place: string) => string;
  /**
   * Decrypts a text of an earlier release, which was not bound to a place; throws for any other. For
   * the conversion of such texts and for unsubscribe links in old mails.
   */
  readonly openUnbound: (sealed: string) => string;
  /** The beginning of every text that was sealed with the current key. */
  readonly currentPrefix: string;
};
