import type { QueryKey } from "@tanstack/react-query";
import { accountQueries } from "@/entities/account";
import { useCommand } from "@/shared/query/use-command";
import { contentApi } from "./contract";

/** The post that is written, without its group. */
export type DirectPost = {
  readonly text_content: string;
  /** Undefined for a backend that takes none. */
  readonly title?: string | null | undefined;
  readonly image_url: string | null;
  /** Undefined for a backend that takes none. */
  readonly video_url?: string | null | undefined;
};

export const hasMedia = ({ image_url, video_url }: DirectPost) => Boolean(image_url || video_url);

export const publishFailure = "Failed to publish. Check console for details.";

/** The result is shown per account. `neighbours` are queries of other slices that become stale. */
export const usePublishDirectly = (neighbours: readonly QueryKey[]) =>
  useCommand(contentApi.publish, {
    failure: publishFailure,
    isShownInPlace: true,
    refreshes: [accountQueries.all(), ...neighbours],
  });
