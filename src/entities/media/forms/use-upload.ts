import { useContext, useEffect, useId, useRef, useState } from "react";
import { HoldFormContext } from "@/shared/forms/hold-form";
import { useCommand } from "@/shared/query/use-command";
import { imageTypes, mediaApi } from "../contract";

const { maxBytes } = mediaApi.upload.file;
const uploadFailure = "Failed to upload the file.";

type Running = { readonly name: string; readonly part: number; readonly cancel: () => void };

/** Why a file is not even sent; undefined if it is. Its content decides: the server looks again. */
function complaintAbout({ type, size }: File): string | undefined {
  if (!imageTypes.includes(type)) return "This is not a JPEG, PNG, GIF, WebP or AVIF image.";
  if (size > maxBytes.image) return "The image is larger than 20 MB.";
  return size === 0 ? "The file is empty." : undefined;
}

export type Upload = ReturnType<typeof useUpload>;

/** Uploads one file at a time; `onDone` gets the path at which the backend serves it. */
export function useUpload(onDone: (path: string) => void) {
  const field = useId();
  const [running, setRunning] = useState<Running>();
  // Set at once: a second file may come before the next render.
  const isBusy = useRef(false);
  const stop = useRef<AbortController>(undefined);
  const hold = useContext(HoldFormContext);
  const [isAwaited, setAwaited] = useState(false);
  const [complaint, setComplaint] = useState<string>();
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
    setDone(false);
  }

  async function start(file: File) {
    if (isBusy.current) return;
    clear();
    const why = complaintAbout(file);
    if (why) return setComplaint(why);
    isBusy.current = true;
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    const show = (part: number) =>
      setRunning({ name: file.name, part, cancel: () => controller.abort() });
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
    } else if (signal.aborted) {
      // It was cancelled, which is no failure.
      forget();
    }
  }

  return {
    start,
    running,
    /** True if the form was to be saved while the file was on its way. */
    isAwaited: isAwaited && isRunning,
    isDone,
    failure: complaint ? { text: uploadFailure, detail: complaint } : failure,
    forget: clear,
  };
}

const nameOf = (file: Blob) =>
  file instanceof File ? `${file.name} ${file.size} ${file.lastModified}` : String(file.size);
