import { useEffect, useMemo, useRef, useState } from "react";
import type { Id } from "@/shared/api/id";
import { type BatchResult, useBatch } from "@/shared/query/use-batch";
import type { Choices, FileCheck, ImportRow, KnownAddresses } from "../../import/check";
import { checkBeside } from "../../import/checking";
import { useImportOne } from "../../mutations";
import type { Subscriber } from "../../schema";

/** The import of one group: the file, the result of its check, and the outcome of the sent rows. */
export function useImport(group: Id, subscribers: readonly Subscriber[]) {
  const [isOpen, setOpen] = useState(false);
  const [file, setFile] = useState<File>();
  const [choices, setChoices] = useState<Choices>({});
  const [check, setCheck] = useState<FileCheck>();
  const [isChecking, setChecking] = useState(false);
  /** Results from before the last retry, because a retry is a batch of its own. */
  const [before, setBefore] = useState<readonly BatchResult<ImportRow>[]>([]);
  const { batch, run, stop, dismiss } = useBatch<ImportRow>();
  const { importOne, reload } = useImportOne(group);
  const stopChecking = useRef(() => {});
  useEffect(() => () => stopChecking.current(), []);

  function look(at: File, chosen: Choices) {
    stopChecking.current();
    setFile(at);
    setChoices(chosen);
    setChecking(true);
    stopChecking.current = checkBeside(
      { file: at, known: knownOf(subscribers), choices: chosen },
      (done) => {
        setCheck(done);
        setChecking(false);
      },
    );
  }

  function forget() {
    stopChecking.current();
    setFile(undefined);
    setCheck(undefined);
    setBefore([]);
    dismiss();
  }

  async function send(rows: readonly ImportRow[], ended: readonly BatchResult<ImportRow>[]) {
    setBefore(ended);
    setOpen(false);
    await run(rows, importOne);
    reload();
  }

  const results = useMemo(() => [...before, ...(batch?.results ?? [])], [before, batch]);
  return {
    isOpen,
    /** Starts a new import, or shows the one that is running. */
    open: () => {
      if (batch && !batch.isRunning) forget();
      setOpen(true);
    },
    showReport: () => setOpen(true),
    /** Closing the dialog discards a file that was not imported. */
    close: () => {
      setOpen(false);
      if (!batch) forget();
    },
    file,
    /** Undefined while there is no file, or while it is being checked for the first time. */
    check,
    isChecking,
    choose: (chosen: File) => {
      setCheck(undefined);
      look(chosen, {});
    },
    choices,
    /** Checks the file again with these choices; the former check is shown until then. */
    reconsider: (changed: Choices) => file && look(file, { ...choices, ...changed }),
    forget,
    /** Undefined until something is sent. */
    batch,
    results,
    start: () => check?.is === "checked" && void send(check.good, []),
    /** Sends these again. A row whose outcome is unknown reuses its idempotency key. */
    again: (rows: readonly ImportRow[]) => {
      const lines = new Set(rows.map(({ line }) => line));
      void send(
        rows,
        results.filter(({ item }) => !lines.has(item.line)),
      );
    },
    stop,
  };
}

export type Import = ReturnType<typeof useImport>;

function knownOf(subscribers: readonly Subscriber[]): KnownAddresses {
  const subscribed: string[] = [];
  const unsubscribed: string[] = [];
  for (const { email, is_active } of subscribers) {
    (is_active === false ? unsubscribed : subscribed).push(email);
  }
  return { subscribed, unsubscribed };
}
