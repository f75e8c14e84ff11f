import { ChevronDown, ChevronUp } from "lucide-react";
import { useId, useState } from "react";
import type { Id } from "@/shared/api/id";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { drafts } from "@/shared/session/session";
import { Button } from "@/shared/ui/button/button";
import { Panel, Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";

const GeneratorForm = lazyOnPress(() =>
  import("../forms/generator-form").then((part) => part.GeneratorForm),
);

type ContentGeneratorProps = {
  group: Id;
  /** Opens the screen on which a generated post is found. */
  onPublishing: () => void;
};

export function ContentGenerator({ group, onPublishing }: ContentGeneratorProps) {
  const panelId = useId();
  // Open if there is a draft: a reload must not hide typed text behind a button.
  const [isShown, setShown] = useState(() => drafts.has(`generator-${group}`));
  const [wasShown, setWasShown] = useState(isShown);
  const label = isShown ? "Hide AI Content Generator" : "Show AI Content Generator";
  function toggle() {
    setShown(!isShown);
    setWasShown(true);
  }
  useScreenAction(label, toggle);
  return (
    <Region
      title="AI Content Generator"
      actions={
        <Button
          variant="ghost"
          size="sm"
          icon={isShown ? <ChevronUp /> : <ChevronDown />}
          aria-expanded={isShown}
          aria-controls={panelId}
          onClick={toggle}
        >
          {label}
        </Button>
      }
    >
      {/* Loaded when first shown. Then hidden instead of unmounted, so that typed text stays. */}
      <div id={panelId} hidden={!isShown}>
        {wasShown && (
          <Panel padded>
            <PanelBoundary loading={<LoadingForm />}>
              <GeneratorForm group={group} onPublishing={onPublishing} />
            </PanelBoundary>
          </Panel>
        )}
      </div>
    </Region>
  );
}

const LoadingForm = () => (
  <Loading label="Loading generator">
    <Skeleton height={168} />
  </Loading>
);
