import { AtSign } from "lucide-react";
import type { ReactNode } from "react";
import { isPlatform, PlatformGlyph } from "@/entities/account";
import { SafeLink } from "@/shared/media/safe-link";
import { accountOf, type Posts } from "../../posts";

import type { ScheduledPost } from "../../schema";
import { PostActions } from "./post-actions";
import { PostAccount } from "./post-parts";
import styles from "./post-parts.module.css";

type PostAccountsProps = {
  posts: Posts;
  /** Renders one of several accounts. */
  each: (post: ScheduledPost) => ReactNode;
};

/** The accounts of a row: one with its name, several as the marks of their platforms. */
export const PostAccounts = ({ posts, each }: PostAccountsProps) =>
  posts.length === 1 ? (
    <PostAccount post={posts[0]} />
  ) : (
    <span className={styles.accounts}>
      {posts.map((post) => (
        <span key={post.id} className={styles.mark} title={accountOf(post)}>
          {each(post)}
        </span>
      ))}
    </span>
  );

/** The mark of an account's platform, which opens the menu of its post. */
export const AccountMenu = ({ post }: { post: ScheduledPost }) => (
  <PostActions posts={[post]} icon={<AccountMark post={post} />}>
    <NamedMark post={post} />
  </PostActions>
);

/** The mark of an account's platform, which links to its published post. */
export const AccountLink = ({ post }: { post: ScheduledPost }) =>
  post.published_post_url ? (
    <SafeLink url={post.published_post_url}>
      <AccountMark post={post} />
      <span className="visually-hidden">View post on {accountOf(post)}</span>
    </SafeLink>
  ) : (
    <NamedMark post={post} />
  );

/** The mark of an account's platform; a sign for a platform without one, and for a removed account. */
function AccountMark({ post: { social_account } }: { post: ScheduledPost }) {
  const type = social_account?.platform_type ?? "";
  return isPlatform(type) ? <PlatformGlyph type={type} /> : <AtSign size={14} aria-hidden />;
}

const NamedMark = ({ post }: { post: ScheduledPost }) => (
  <>
    <AccountMark post={post} />
    <span className="visually-hidden">{accountOf(post)}</span>
  </>
);
