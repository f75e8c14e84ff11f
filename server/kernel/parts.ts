/** A list of any length, in parts: each part is sent before the next is read. */
export class Parts<Item> {
  /** Not called if the client or the server has a reply of this revision. */
  readonly read: () => AsyncIterable<readonly Item[]>;
  /**
   * Changes whenever the list does; undefined if that is not known without reading the list. It is read
   * before the list: a reply may be newer than its revision, never older.
   */
  readonly revision: string | undefined;

  constructor(read: () => AsyncIterable<readonly Item[]>, revision?: string) {
    this.read = read;
    this.revision = revision;
  }
}
