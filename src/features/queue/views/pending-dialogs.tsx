import type { QueryKey } from "@tanstack/react-query";
import type { QueueItem } from "@/entities/post";
import { AskAgain } from "./ask-again";
import { AskWhere } from "./ask-where";
import type { useDecisions } from "./use-decisions";

type PendingDialogsProps = {
  decisions: Pick<ReturnType<typeof useDecisions>, "asked" | "answer">;
  items: readonly QueueItem[];
  /** The post of which it is asked where and when it goes out. */
  asked: QueueItem | undefined;
  onAsked: (item: undefined) => void;
  refreshes: readonly QueryKey[];
};

/** The dialogs over the list of posts that wait for approval. */
export const PendingDialogs = ({
  decisions,
  items,
  asked,
  onAsked,
  refreshes,
}: PendingDialogsProps) => (
  <>
    <AskAgain item={decisions.asked} onAnswer={decisions.answer} />
    <AskWhere
      items={items}
      asked={asked}
      refreshes={refreshes}
      onClose={() => onAsked(undefined)}
    />
  </>
);
