import type { ComponentProps } from "react";
import { Enlarged, type QueueItem } from "@/entities/post";

type EnlargedPostProps = Omit<ComponentProps<typeof Enlarged<QueueItem>>, "titleOf" | "cardOf">;

/** The media of a post of the queue. The keys of the queue act on the card itself. */
export const EnlargedPost = (props: EnlargedPostProps) => (
  <Enlarged
    {...props}
    titleOf={({ id }) => `Post #${id}`}
    cardOf={(id) => `li[data-post="${id}"]`}
  />
);
