import type { Account } from "@/entities/account";
import { PostPreview } from "@/entities/post";
import type { DirectPost } from "../direct-publishing";

type DirectFeedsProps = {
  accounts: readonly Account[];
  post: DirectPost;
};

/** In a file of its own, so that it is loaded when there is something to show. */
export const DirectFeeds = ({ accounts, post }: DirectFeedsProps) => (
  <PostPreview
    content={post}
    accounts={accounts.map(({ platform_type, platform_username }) => ({
      platform: platform_type,
      username: platform_username,
    }))}
    wordless="The preview appears as you type."
  />
);
