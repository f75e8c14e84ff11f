import type { ComponentProps } from "react";
import { Enlarged } from "@/entities/post";
import type { ContentItem } from "../schema";

type EnlargedItemProps = Omit<ComponentProps<typeof Enlarged<ContentItem>>, "titleOf" | "cardOf">;

/** The media of an item of the pool. */
export const EnlargedItem = (props: EnlargedItemProps) => (
  <Enlarged
    {...props}
    titleOf={({ id }) => `Item #${id}`}
    cardOf={(id) => `li[data-item="${id}"] [aria-haspopup="dialog"]`}
  />
);
