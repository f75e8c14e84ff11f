import { Eye, SlidersHorizontal } from "lucide-react";
import { useCallback, useId, useState } from "react";
import { SandboxedFrame } from "@/shared/media/sandboxed-frame";
import { Button, Spinner } from "@/shared/ui/button/button";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { EmptyState, FailedState, Notice } from "@/shared/ui/panel/notice";
import { Panel, PanelHead } from "@/shared/ui/panel/panel";
import { Badge } from "@/shared/ui/status/badge";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { placeOf, type TemplateError } from "../mail";
import styles from "./mail-preview.module.css";
import { type Sample, SampleEditor } from "./sample-editor";
import type { Preview } from "./use-preview";

/** Widths at which a mail is read, in px; with less room, the preview is scaled down. */
const widths = { desktop: 680, phone: 390 };
type Device = keyof typeof widths;
const devices: readonly { value: Device; label: string }[] = [
  { value: "desktop", label: "Desktop" },
  { value: "phone", label: "Phone" },
];

type MailPreviewProps = {
  preview: Preview;
  sample: Sample;
  sender: string;
  onGoTo: (error: TemplateError) => void;
};

export function MailPreview({ preview, sample, sender, onGoTo }: MailPreviewProps) {
  const [device, setDevice] = useState<Device>("desktop");
  const [isEditing, setEditing] = useState(false);
  const titleId = useId();
  const editorId = useId();
  const { state, errors, isSlow } = preview;
  const isWrong = (part: TemplateError["part"]) => errors.some((error) => error.part === part);
  const isOld = state === "shown" && isWrong("body");
  const isOldSubject = preview.subject !== undefined && isWrong("subject");
  return (
    <Panel className={styles.preview} role="region" aria-labelledby={titleId}>
      <PanelHead>
        <h3 id={titleId}>Preview</h3>
        <span role="status" className={styles.said}>
          {isSlow && <Badge icon={<Spinner />}>Still working…</Badge>}
          {(isOld || isOldSubject) && <Badge tone="warning">Last valid version</Badge>}
        </span>
        <div className={styles.tools}>
          <Button
            variant="ghost"
            size="sm"
            icon={<SlidersHorizontal />}
            aria-expanded={isEditing}
            aria-controls={editorId}
            onClick={() => setEditing(!isEditing)}
          >
            Sample data
          </Button>
          <Segmented
            label="Width of the preview"
            size="sm"
            value={device}
            onChange={setDevice}
            options={devices}
          />
        </div>
      </PanelHead>
      <div id={editorId} hidden={!isEditing}>
        {isEditing && <SampleEditor sample={sample} />}
      </div>
      <Mistakes {...preview} onGoTo={onGoTo} />
      <div className={styles.subject}>
        <p data-old={isOldSubject ? "" : undefined}>{preview.subject ?? "—"}</p>
        <p>
          {sender || "No sender yet"} to{" "}
          {sample.data.subscriber_name || "a subscriber without a name"}
        </p>
      </div>
      <Stage preview={preview} width={widths[device]} isOld={isOld} />
    </Panel>
  );
}

type StageProps = { preview: Preview; width: number; isOld: boolean };

function Stage({ preview, width, isOld }: StageProps) {
  const { state, attempt, frame, onLoad, retry } = preview;
  const [stage, size] = useSize();
  const scale = size && size.width > 0 ? Math.min(1, size.width / width) : 1;
  const wide = size ? Math.max(width === widths.desktop ? size.width : width, width) : width;
  return (
    <div className={styles.stage} ref={stage} data-state={state} data-old={isOld ? "" : undefined}>
      {state !== "failed" && (
        <div className={styles.paper} style={{ width: Math.round(wide * scale) }}>
          <SandboxedFrame
            key={attempt}
            ref={frame}
            src="/preview.html"
            title="Mail preview"
            aria-hidden={state !== "shown"}
            tabIndex={state === "shown" ? undefined : -1}
            onLoad={onLoad}
            style={{ width: wide, height: `${100 / scale}%`, scale: `${scale}` }}
          />
        </div>
      )}
      {state === "loading" && (
        <div className={styles.over}>
          <Loading label="Loading preview">
            <Skeleton height={40} width="60%" />
            <Skeleton height={280} />
          </Loading>
        </div>
      )}
      {state === "failed" && (
        <FailedState
          text="The preview could not be loaded."
          detail="You can still save and send."
          onRetry={retry}
        />
      )}
      {state === "blank" && (
        <EmptyState
          isCertain
          icon={<Eye />}
          title="Nothing to preview yet"
          hint="Enter an MJML template, or insert the starter template."
        />
      )}
      {state === "unseen" && (
        <EmptyState
          isCertain
          icon={<Eye />}
          title="No preview"
          hint="The mail appears here once the templates render."
        />
      )}
    </div>
  );
}

/** Measures the inside of the element that has the ref, in px; undefined until it is laid out. */
function useSize() {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const ref = useCallback((node: HTMLElement | null) => {
    if (!node) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: node.clientWidth, height: node.clientHeight }),
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [ref, size] as const;
}

type MistakesProps = Pick<Preview, "errors" | "removed" | "sparseErrors" | "sizeWarning"> & {
  onGoTo: (error: TemplateError) => void;
};

/** Lists the errors in the templates, in the server's words; each one leads to its line. */
function Mistakes({ errors, removed, sparseErrors, sizeWarning, onGoTo }: MistakesProps) {
  const lists = [
    { tone: "danger", title: "The templates do not render.", found: errors },
    {
      tone: "warning",
      title: "Parts of the mail are removed: an active newsletter cannot be saved like this.",
      found: removed,
    },
    {
      tone: "warning",
      title: "Some mails will not render: a name, a price or all products may be missing.",
      found: sparseErrors,
    },
  ] as const;
  return (
    <div role="status" className={styles.mistakes}>
      {lists.map(
        ({ tone, title, found }) =>
          found.length > 0 && (
            <Notice key={title} tone={tone} title={title}>
              <List errors={found} onGoTo={onGoTo} />
            </Notice>
          ),
      )}
      {sizeWarning && <Notice tone="warning" title={sizeWarning} />}
    </div>
  );
}

function List({ errors, onGoTo }: Pick<MistakesProps, "errors" | "onGoTo">) {
  return (
    <ul>
      {errors.map((error) => (
        <li key={`${error.part} ${error.line} ${error.message}`}>
          <button type="button" onClick={() => onGoTo(error)}>
            {placeOf(error)}
          </button>
          {`: ${error.message}`}
        </li>
      ))}
    </ul>
  );
}
