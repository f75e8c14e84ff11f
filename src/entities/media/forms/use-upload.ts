import { useContext, useEffect, useId, useRef, useState } from "react";
import { HoldFormContext } from "@/shared/forms/use-console-form";
import { useCommand } from "@/shared/query/use-command";
import { mediaApi } from "../contract";
import { type MediaKind, mediaKinds } from "../kinds";

const uploadFailure = "Failed to upload the file.";

type Running = {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** How much of it has been sent, from 0 to 1. */
  readonly part: number;
  readonly cancel: () => void;
};

/** Why a file is not even sent; undefined if it is. Its content decides: the server looks again. */
function complaintAbout({ name, type, size }: File, kind: MediaKind): string | undefined {
  const { types, endings, maxBytes, wrongType, tooLarge } = mediaKinds[kind];
  // A browser does not know every type.
  if (type === "" ? !endings.test(name) : !types.includes(type)) return wrongType;
  if (size > maxBytes) return tooLarge;
  return size === 0 ? "The file is empty." : undefined;
}

/** The server looked at the file and does not take it: too large, or of another type. */
const finalStatuses = [413, 422];

export type Upload = ReturnType<typeof useUpload>;

/** Uploads one file at a time; `onDone` gets the path at which the backend serves it. */
export function useUpload(kind: MediaKind, onDone: (path: string) => void) {
  const field = useId();
  const [running, setRunning] = useState<Running>();
  // Set at once: a second file may come before the next render.
  const isBusy = useRef(false);
  const stop = useRef<AbortController>(undefined);
  const hold = useContext(HoldFormContext);
  const [isAwaited, setAwaited] = useState(false);
  const [complaint, setComplaint] = useState<string>();
  /** The file that could not be sent. */
  const [failed, setFailed] = useState<File>();
  const [isDone, setDone] = useState(false);
  const { send, failure, forget } = useCommand(mediaApi.upload, {
    failure: uploadFailure,
    isShownInPlace: true,
    // A repeat stores the same file under the same name.
    asksOnly: true,
    apart: ({ file }) => `${field} ${nameOf(file)}`,
  });

  const isRunning = running !== undefined;
  useEffect(() => {
    if (isRunning) return hold(() => setAwaited(true));
  }, [isRunning, hold]);
  // Nothing would take the address any more.
  useEffect(() => () => stop.current?.abort(), []);

  function clear() {
    forget();
    setAwaited(false);
    setComplaint(undefined);
    setFailed(undefined);
    setDone(false);
  }

  async function start(file: File) {
    if (isBusy.current) return;
    clear();
    const why = complaintAbout(file, kind);
    if (why) return setComplaint(why);
    isBusy.current = true;
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    const show = (part: number) =>
      setRunning({
        name: file.name,
        size: file.size,
        part,
        cancel: () => controller.abort(),
      });
    show(0);
    const outcome = await send({ file }, { signal, onProgress: show });
    isBusy.current = false;
    setRunning(undefined);
    if (outcome.kind === "ok") {
      setDone(true);
      onDone(outcome.reply.url);
    } else if (outcome.kind === "held") {
      // The second drop of the file that was just stored.
      setDone(true);
    } else if (outcome.kind === "unreadable") {
      setComplaint("The server's response could not be read.");
      setFailed(file);
    } else if (signal.aborted) {
      // It was cancelled, which is no failure.
      forget();
    } else if (!finalStatuses.includes(outcome.error.status ?? 0)) {
      setFailed(file);
    }
  }

  return {
    start,
    running,
    /** True if the form was to be saved while the file was on its way. */
    isAwaited: isAwaited && isRunning,
    isDone,
    /** Sends the same file again; undefined if that would change nothing. */
    retry: failed && (() => void start(failed)),
    failure: complaint ? { text: uploadFailure, detail: complaint } : failure,
    forget: clear,
  };
}

const nameOf = (file: Blob) =>
  file instanceof File ? `${file.name} ${file.size} ${file.lastModified}` : String(file.size);
