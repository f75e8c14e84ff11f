import { FilePlus2, ImagePlus, ListPlus } from "lucide-react";
import type { Id } from "@/shared/api/id";
import { Button } from "@/shared/ui/button";
import { FailureLines } from "@/shared/ui/failure-line";
import { type useFillGroupQuota, useTriggerGroupQuota } from "../mutations";
import type { GenerationType } from "../schema";
import styles from "./generation-status.module.css";

type GroupActionsProps = {
  group: Id;
  fill: ReturnType<typeof useFillGroupQuota>;
  /** False while there is nothing to fill, or another button of the panel is the primary one. */
  isFillPrimary: boolean;
};

/** The requests for all categories of a group. The server knows which of them have a quota. */
export function GroupActions({ group, fill, isFillPrimary }: GroupActionsProps) {
  const image = useTriggerGroupQuota();
  const text = useTriggerGroupQuota();
  const request = (generation_type: GenerationType) => ({
    params: { groupId: group },
    query: { generation_type },
  });
  const failures = [image.failure, text.failure, fill.failure];
  return (
    <>
      <Button
        size="sm"
        icon={<ImagePlus />}
        busy={image.isBusy}
        onClick={() => void image.send(request("image"))}
      >
        Generate image quota
      </Button>
      <Button
        size="sm"
        icon={<FilePlus2 />}
        busy={text.isBusy}
        onClick={() => void text.send(request("text"))}
      >
        Generate text quota
      </Button>
      <Button
        size="sm"
        variant={isFillPrimary ? "primary" : "secondary"}
        icon={<ListPlus />}
        busy={fill.isBusy}
        onClick={() => void fill.send({ params: { id: group } })}
      >
        Fill all quotas
      </Button>
      {failures.some(Boolean) && (
        <div className={styles.groupFailures}>
          <FailureLines failures={failures} />
        </div>
      )}
    </>
  );
}
