import { Sparkles } from "lucide-react";
import {
  type Account,
  accountAndState,
  accountName,
  fitOf,
  isPlatform,
  PlatformFit,
} from "@/entities/account";
import { PublishQuestion } from "@/entities/post";
import { once } from "@/shared/format/once";
import type { GoesOut } from "../goes-out";

/** The post to confirm. */
export type AskedPost = {
  readonly text: string;
  readonly prompt: string | null;
  /** Undefined if the accounts could not be read. */
  readonly goesOut: GoesOut | undefined;
};

type GenerateQuestionProps = {
  post: AskedPost;
  open: boolean;
  onAnswer: (isSure: boolean) => void;
};

const list = once(() => new Intl.ListFormat("en"));

/** Asked before a post is generated and scheduled without another look. */
export function GenerateQuestion({ post, open, onAnswer }: GenerateQuestionProps) {
  const { text, prompt, goesOut } = post;
  const { targets = [], left = [], broken = [] } = goesOut ?? {};
  return (
    <PublishQuestion
      open={open}
      title="Generate and approve this post?"
      confirm="Generate and Approve"
      icon={<Sparkles />}
      effect={
        goesOut && targets.length === 0
          ? "Approved without review, but stays unscheduled until an account can publish it."
          : "It is approved without review and scheduled at each account's next slot."
      }
      text={text}
      targets={targets.map((account) => ({
        id: account.id,
        type: account.platform_type,
        username: account.platform_username,
        note: <Doubt account={account} text={text} />,
      }))}
      onAnswer={onAnswer}
    >
      {prompt && <p>The image is generated and published without review.</p>}
      {!goesOut && <p>Its accounts could not be loaded. The category's settings apply.</p>}
      {left.length > 0 && <p>Left out without an image: {list().format(left.map(accountName))}.</p>}
      {broken.length > 0 && <p>Left out: {list().format(broken.map(accountAndState))}.</p>}
    </PublishQuestion>
  );
}

/** The reasons why a platform would or may refuse the text. Accounts without media are left out. */
function Doubt({
  account: { platform_type, last_known_error },
  text,
}: {
  account: Account;
  text: string;
}) {
  const fit =
    isPlatform(platform_type) && fitOf(platform_type, { text, title: null, hasMedia: true });
  return (
    <>
      {last_known_error && <span>Its last error: {last_known_error}</span>}
      {fit && <PlatformFit fit={fit} isNamed={false} />}
    </>
  );
}
