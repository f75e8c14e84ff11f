import { UserRound } from "lucide-react";
import { useState } from "react";
import { isPlatform, platformShortLabel } from "@/entities/account";
import { EmptyState } from "@/shared/ui/panel/notice";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import type { ShownContent } from "../feed-view";
import { FeedPost, type PreviewAccount } from "./feed-post";
import styles from "./post-preview.module.css";
import { PostText } from "./post-text";

type PostPreviewProps = {
  content: ShownContent;
  /** The accounts that the post would go out on, or would be left out of. */
  accounts: readonly PreviewAccount[];
  /** Stands where there is no text. */
  wordless?: string;
};

/**
 * Shows a post as the feed of each platform does: what is folded, cut, cropped or missing there. It
 * fetches nothing but the post's own media.
 */
export function PostPreview({ content, accounts, wordless = "No text" }: PostPreviewProps) {
  const types = [...new Set(accounts.map(({ platform }) => platform))];
  const [chosen, setChosen] = useState<string>();
  const shown = types.find((type) => type === chosen) ?? types[0];
  if (shown === undefined) {
    return (
      <EmptyState
        icon={<UserRound />}
        title="No active account can publish it."
        hint="Add one in Configuration, under Social Accounts."
      />
    );
  }
  return (
    <div className={styles.preview}>
      <Tabs
        label="Preview on"
        value={shown}
        onChange={setChosen}
        tabs={types.map((type) => ({ value: type, label: platformShortLabel(type) }))}
      >
        <TabPanel value={shown}>
          {isPlatform(shown) ? (
            <FeedPost
              // A text unfolded on one platform is folded on the next.
              key={shown}
              platform={shown}
              accounts={accounts.filter(({ platform }) => platform === shown)}
              content={content}
              wordless={wordless}
            />
          ) : (
            <>
              <PostText text={content.text_content} />
              <p className={styles.unknown}>No preview for {shown}.</p>
            </>
          )}
        </TabPanel>
      </Tabs>
    </div>
  );
}
