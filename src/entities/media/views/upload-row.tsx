import { Upload as UploadIcon } from "lucide-react";
import { SafeImage } from "@/shared/media/safe-image";
import { Button, buttonProps } from "@/shared/ui/button";
import { FailureLine } from "@/shared/ui/failure-line";
import { Progress } from "@/shared/ui/progress";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import { imageTypes } from "../contract";
import type { Upload } from "../forms/use-upload";
import styles from "./upload-row.module.css";

export type UploadRowProps = {
  upload: Upload;
  /** What the field holds now. */
  value: string;
  disabled: boolean;
  onChosen: (files: FileList | null) => void;
  onRemove: () => void;
};

/** Under a field for an address: chooses a file, shows how far it is, and empties the field. */
export function UploadRow({ upload, value, disabled, onChosen, onRemove }: UploadRowProps) {
  const { running, isAwaited, failure, isDone } = upload;
  return (
    <>
      <div className={styles.row}>
        {running ? (
          <>
            <span className={styles.name}>{running.name}</span>
            <span className={styles.bar}>
              <Progress
                label={`Uploading ${running.name}`}
                value={Math.round(running.part * 100)}
                max={100}
              />
            </span>
            <Button size="sm" variant="ghost" onClick={running.cancel}>
              Cancel upload
            </Button>
          </>
        ) : (
          <>
            {isDone && value !== "" && (
              <SafeImage url={value} alt="Uploaded image" className={styles.preview} />
            )}
            <ChooseFile disabled={disabled} onChosen={onChosen} />
            {value !== "" && !disabled && (
              <Button size="sm" variant="ghost" onClick={onRemove}>
                Remove
              </Button>
            )}
            <span>or drop or paste an image</span>
          </>
        )}
      </div>
      {isAwaited && <FailureLine text={awaited} />}
      {failure && <FailureLine {...failure} />}
      <VisuallyHidden role="status">{statusOf(upload)}</VisuallyHidden>
    </>
  );
}

const awaited = "Wait until the file is uploaded, or cancel the upload.";

function statusOf({ running, isAwaited, failure, isDone }: Upload): string {
  if (isAwaited) return awaited;
  if (running) return `Uploading ${running.name}`;
  if (failure) return [failure.text, failure.detail].join(" ");
  return isDone ? "Image uploaded." : "";
}

type ChooseFileProps = { disabled: boolean; onChosen: (files: FileList | null) => void };

const ChooseFile = ({ disabled, onChosen }: ChooseFileProps) => (
  <label {...lookOf(disabled)}>
    <UploadIcon aria-hidden="true" />
    Upload
    <input
      type="file"
      accept={imageTypes.join(",")}
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
