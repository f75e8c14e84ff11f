import { useState } from "react";
import { reasonOf } from "@/shared/api/errors";
import type { Failure, Outcome } from "@/shared/query/outcome";
import { wasDone } from "@/shared/query/use-batch";

type Options<T> = {
  isOpen: boolean;
  /** The record as the question shows it at first. */
  asked: T;
  /** Reads the record as it is on the server now; undefined if it is gone. */
  readStored: () => Promise<T | undefined>;
  /** True if the question would show something else about `now`. */
  isOther: (shown: T, now: T) => boolean;
  command: { isBusy: boolean; failure: Failure | undefined; forget: () => void };
  /** Shown if the record could not be read. */
  failure: string;
  send: (shown: T) => Promise<Outcome<unknown>>;
  onDone: () => void;
};

/**
 * For a question before a command on a record that others may change meanwhile. The record is read again
 * before the command. If it is not what the question shows, the question shows the present one, and
 * nothing is sent until the operator confirms that.
 */
export function useGuardedQuestion<T>({
  isOpen,
  asked,
  readStored,
  isOther,
  command,
  failure,
  send,
  onDone,
}: Options<T>) {
  const [shown, setShown] = useState({ isOpen, record: asked, hasChanged: false });
  const [isReading, setReading] = useState(false);
  const [unread, setUnread] = useState<Failure>();
  // While the question closes, it still shows what it was about.
  if (isOpen !== shown.isOpen) {
    setShown(isOpen ? { isOpen, record: asked, hasChanged: false } : { ...shown, isOpen });
  }

  async function isAsShown(): Promise<boolean> {
    setReading(true);
    setUnread(undefined);
    try {
      // If the record is gone, the command is sent all the same: the server refuses it in its own words.
      const now = (await readStored()) ?? shown.record;
      const hasChanged = isOther(shown.record, now);
      setShown({ ...shown, hasChanged, ...(hasChanged && { record: now }) });
      return !hasChanged;
    } catch (error) {
      setUnread({ text: failure, detail: `${reasonOf(error) ?? ""} Nothing was sent.`.trim() });
      return false;
    } finally {
      setReading(false);
    }
  }

  return {
    /** The record that the command is sent for. */
    record: shown.record,
    /** True if it is another one than the question showed at first. */
    hasChanged: shown.hasChanged,
    command: {
      isBusy: isReading || command.isBusy,
      failure: unread ?? command.failure,
      forget: () => {
        setUnread(undefined);
        command.forget();
      },
    },
    confirm: async () => {
      if ((await isAsShown()) && wasDone(await send(shown.record))) onDone();
    },
  };
}
