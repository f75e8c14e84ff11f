import { fitOf, isPlatform } from "@/entities/account";
import { type GoesOut, kindOf, type QueueItem } from "@/entities/post";

/** What would become of a post on one account if it were approved now. */
export type Verdict = {
  readonly account: GoesOut;
  readonly kind: "fails" | "left out" | "fits";
  /** '13 over', or 'its last test failed'; empty if it fits. */
  readonly reason: string;
  /** The price of the link in its text; undefined if there is no link, or it is free. */
  readonly price?: string | undefined;
};

/** The parts of a post that platforms have rules for. */
export const contentOf = ({ text_content, title, reddit_title, ...media }: QueueItem) => ({
  text: text_content ?? "",
  // Only Reddit takes a title, and its own one first.
  title: reddit_title || title,
  hasMedia: kindOf({ text_content, ...media }) === "media",
});

/** One verdict for each account that the server names; none if it does not say where a post goes out. */
export const verdictsOf = (item: QueueItem): readonly Verdict[] =>
  (item.goes_out_on?.items ?? []).map((account) => ({ account, ...judge(account, item) }));

function judge({ platform_type, why }: GoesOut, item: QueueItem): Omit<Verdict, "account"> {
  if (typeof why === "string") return { kind: "left out", reason: why.replace(/^it /, "") };
  if (!isPlatform(platform_type)) return { kind: "fits", reason: "" };
  const { problemsBesideCount: problems, price } = fitOf(platform_type, contentOf(item));
  return { kind: problems.length > 0 ? "fails" : "fits", reason: problems.join(", "), price };
}

/** Whether the post breaks a known rule of a platform on which it would go out. */
export const breaksRule = (item: QueueItem) =>
  verdictsOf(item).some(({ kind }) => kind === "fails");
