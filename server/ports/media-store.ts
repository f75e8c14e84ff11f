import type { StoredType } from "../media/media-types.ts";

/** Part of a file, in bytes; both ends are included. */
export type ByteRange = { readonly start: number; readonly end: number };

/** Files that operators uploaded. A file's name has the hash of its content, so it never changes. */
export type MediaStore = {
  /** A folder of this machine for files that are being received, best on the same disk as the store. */
  readonly incoming: string;
  /**
   * Stores a file. One that is there already counts as new again, so that it is not deleted as unused
   * before what it was uploaded for is saved.
   */
  readonly put: (name: string, file: FileToStore) => Promise<void>;
  /** Undefined if there is no such file. */
  readonly find: (name: string) => Promise<FoundFile | undefined>;
  /** The content, or a part of it. Fails while it is read if the file is not there. */
  readonly read: (name: string, range?: ByteRange) => Promise<AsyncIterable<Uint8Array>>;
  readonly remove: (name: string) => Promise<void>;
  /** All files, and when each was stored. */
  readonly list: () => AsyncIterable<{ readonly name: string; readonly storedAt: Date }>;
};

export type FoundFile = {
  /** In bytes. */
  readonly size: number;
  /** The time when it was stored the last time. */
  readonly storedAt: Date;
};

export type FileToStore = {
  /** Path of the file on this machine; the store copies or moves it. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** `image/jpeg` */
  readonly type: string;
  /** In hexadecimal digits. */
  readonly sha256: string;
};

/** A file as an operator sent it. */
export type ReceivedFile = {
  /** Its place on this machine: a path. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly type: StoredType;
  /** In hexadecimal digits. */
  readonly sha256: string;
};
