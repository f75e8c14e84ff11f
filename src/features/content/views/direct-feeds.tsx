import type { Account } from "@/entities/account";
import { PostPreview } from "@/entities/post";

type DirectFeedsProps = {
  accounts: readonly Account[];
  text: string;
  image: string | null;
};

/** In a file of its own, so that it is loaded when there is something to show. */
export const DirectFeeds = ({ accounts, text, image }: DirectFeedsProps) => (
  <PostPreview
    content={{ text_content: text, image_url: image }}
    accounts={accounts.map(({ platform_type, platform_username }) => ({
      platform: platform_type,
      username: platform_username,
    }))}
    wordless="The preview appears as you type."
  />
);
