import { Upload as UploadIcon } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { SafeImage } from "@/shared/media/safe-image";
import { SafeVideo } from "@/shared/media/safe-video";
import { Button, buttonProps } from "@/shared/ui/button/button";
import { takeLostFocus } from "@/shared/ui/focus/focus";
import { FailureLine } from "@/shared/ui/status/failure-line";
import { Progress } from "@/shared/ui/status/progress";
import type { Upload } from "../forms/use-upload";
import { type MediaKind, mediaKinds } from "../kinds";
import styles from "./upload-row.module.css";

type UploadRowProps = {
  kind: MediaKind;
  upload: Upload;
  /** What the field holds now. */
  value: string;
  disabled: boolean;
  onChosen: (files: FileList | null) => void;
  onRemove: () => void;
};

/** Under a field for an address: chooses a file, shows how far it is, and empties the field. */
export function UploadRow({ kind, upload, value, disabled, onChosen, onRemove }: UploadRowProps) {
  const { running, isAwaited, retry, failure, isDone } = upload;
  const isShown = isDone && !running && value !== "";
  return (
    <>
      <div className={styles.row} tabIndex={-1} ref={useKeptFocus(running !== undefined)}>
        {running ? (
          <Sending {...running} />
        ) : (
          <>
            {isShown && kind === "image" && (
              <SafeImage url={value} alt="Uploaded image" className={styles.preview} />
            )}
            <ChooseFile kind={kind} disabled={disabled} onChosen={onChosen} />
            {value !== "" && !disabled && (
              <Button size="sm" variant="ghost" onClick={onRemove}>
                Remove
              </Button>
            )}
            <span>{mediaKinds[kind].hint}</span>
          </>
        )}
      </div>
      {isShown && kind === "video" && (
        <SafeVideo url={value} label="Uploaded video" className={styles.video} preload="metadata" />
      )}
      {isAwaited && <FailureLine text={awaited} />}
      {failure && (
        <div className={styles.failed}>
          <FailureLine {...failure} />
          {retry && (
            <Button size="sm" onClick={retry}>
              Try again
            </Button>
          )}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {statusOf(upload, kind)}
      </span>
    </>
  );
}

/** Each control of the row goes with its press, or when the file has been sent: the row takes its focus. */
function useKeptFocus(isRunning: boolean) {
  const row = useRef<HTMLDivElement>(null);
  const was = useRef(isRunning);
  useLayoutEffect(() => {
    if (was.current !== isRunning) takeLostFocus(row.current);
    was.current = isRunning;
  }, [isRunning]);
  return row;
}

function Sending({ name, size, part, cancel }: NonNullable<Upload["running"]>) {
  return (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.bar}>
        <Progress label={`Uploading ${name}`} value={Math.round(part * 100)} max={100} />
      </span>
      <span className={styles.sent}>
        {part < 1 ? sentOf(part, size) : "Waiting for the server"}
      </span>
      <Button size="sm" variant="ghost" onClick={cancel}>
        Cancel upload
      </Button>
    </>
  );
}

/** 12 of 80 kB, 3.4 of 7.9 MB, 154 of 412 MB. */
function sentOf(part: number, size: number): string {
  const [unit, name] = size < 1_000_000 ? [1_000, "kB"] : [1_000_000, "MB"];
  const digits = size < 10 * unit ? 1 : 0;
  return `${((size * part) / unit).toFixed(digits)} of ${(size / unit).toFixed(digits)} ${name}`;
}

const awaited = "Wait until the file is uploaded, or cancel the upload.";

function statusOf({ running, isAwaited, failure, isDone }: Upload, kind: MediaKind): string {
  if (isAwaited) return awaited;
  if (running) return `Uploading ${running.name}`;
  if (failure) return [failure.text, failure.detail].join(" ");
  return isDone ? mediaKinds[kind].uploaded : "";
}

type ChooseFileProps = Pick<UploadRowProps, "kind" | "disabled" | "onChosen">;

const ChooseFile = ({ kind, disabled, onChosen }: ChooseFileProps) => (
  <label {...lookOf(disabled)}>
    <UploadIcon aria-hidden="true" />
    {mediaKinds[kind].choose}
    <input
      type="file"
      accept={mediaKinds[kind].types.join(",")}
      disabled={disabled}
      onChange={({ target }) => {
        onChosen(target.files);
        // The same file can be chosen again after a failure.
        target.value = "";
      }}
    />
  </label>
);

function lookOf(disabled: boolean) {
  const { className, ...look } = buttonProps({ size: "sm" });
  return {
    ...look,
    className: `${className} ${styles.choose}`,
    "data-disabled": disabled || undefined,
  };
}
