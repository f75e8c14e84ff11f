import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { type FieldValues, useController } from "react-hook-form";
import { TextField, type TextFieldProps } from "@/shared/forms/fields";
import { LazyPart } from "@/shared/lazy/lazy-boundary";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { notShownNote, safeUrl } from "@/shared/media/safe-url";
import { useOffered } from "@/shared/query/use-backend";
import { Button } from "@/shared/ui/button/button";
import { mediaApi } from "../contract";
import { type MediaKind, mediaKinds } from "../kinds";
import styles from "./media-field.module.css";
import { useUpload } from "./use-upload";

const UploadRow = lazyWithPreload(() => import("../views/upload-row").then((it) => it.UploadRow));

type MediaFieldProps<TValues extends FieldValues, TOutput> = Omit<
  TextFieldProps<TValues, TOutput>,
  "inputMode" | "autoComplete"
> & {
  kind?: MediaKind;
  /** True if the field takes no path: an uploaded file then has a whole address. */
  asWebAddress?: boolean;
};

/** The address of an operator's own video, or a file of one. */
export const VideoField = <TValues extends FieldValues, TOutput>(
  bound: Pick<MediaFieldProps<TValues, TOutput>, "control" | "name" | "label">,
) => (
  <MediaField {...bound} kind="video" placeholder="https://" hint="Posted in place of the image." />
);

/**
 * The address of an image or a video: typed, or that of a file which the operator chooses, drops or
 * pastes. Without the capability it is a field for an address alone.
 */
export function MediaField<TValues extends FieldValues, TOutput>({
  kind = "image",
  asWebAddress = false,
  ...bound
}: MediaFieldProps<TValues, TOutput>) {
  const { choose } = mediaKinds[kind];
  const { field } = useController({ control: bound.control, name: bound.name });
  const isOffered = useOffered(mediaApi.upload);
  const zone = useRef<HTMLFieldSetElement>(null);
  const [isOver, setOver] = useState(false);
  const upload = useUpload(kind, (path) => {
    field.onChange(asWebAddress ? (safeUrl(path)?.href ?? path) : path);
  });
  const isOpen = isOffered && !bound.disabled;
  const note = notShownNote(String(field.value ?? ""), kind);

  function take(files: FileList | null) {
    const [file] = files ?? [];
    if (file && isOpen) void upload.start(file);
  }

  function drop(event: DragEvent) {
    // The browser would open the file in place of the console.
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  function paste(event: ClipboardEvent) {
    if (!isOpen || event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take(event.clipboardData.files);
  }

  function over(event: DragEvent) {
    if (!isOpen || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  }

  function remove() {
    upload.forget();
    field.onChange("");
    zone.current?.querySelector("input")?.focus();
  }

  return (
    <fieldset
      ref={zone}
      className={styles.zone}
      aria-label={isOffered ? choose : undefined}
      data-over={isOver ? "" : undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <TextField {...bound} {...(note && { hint: note })} inputMode="url" autoComplete="off" />
      {isOffered && (
        <LazyPart
          fallback={<div className={styles.row} />}
          failed={(onRetry) => (
            <Button size="sm" onClick={onRetry}>
              {choose}
            </Button>
          )}
        >
          <UploadRow
            kind={kind}
            upload={upload}
            value={String(field.value ?? "")}
            disabled={bound.disabled ?? false}
            onChosen={take}
            onRemove={remove}
          />
        </LazyPart>
      )}
    </fieldset>
  );
}
