import { accountQueries, isBroken } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { type Step, StepList } from "@/shared/ui/panel/step-list";
import type { useFillGroupQuota } from "../mutations";

/** Links to the screens of the first steps; the next step's link is the primary one. */
export type StepLinks = Readonly<Record<"accounts" | "category", NonNullable<Step["action"]>>>;

type FirstStepsProps = {
  group: Id;
  /** True if there is a category with posts per day. */
  hasCategory: boolean;
  links: StepLinks;
  fill: ReturnType<typeof useFillGroupQuota>;
  /** False if nothing is missing for today, so that generating would do nothing. */
  canFill: boolean;
};

/** Lists what a group without content needs before its first post. */
export function FirstSteps({ group, hasCategory, links, fill, canFill }: FirstStepsProps) {
  const { items: accounts, unreadable } = useRead(accountQueries.ofGroup(group));
  return (
    <StepList
      label="First steps"
      steps={[
        {
          title: "Connect an account",
          hint: "Posts are published on the group's social accounts.",
          // An account that cannot be read may be connected.
          isDone: unreadable > 0 || accounts.some((account) => !isBroken(account)),
          action: links.accounts,
        },
        {
          title: "Add a category",
          hint: "It sets what to write about and how many posts a day.",
          isDone: hasCategory,
          action: links.category,
        },
        {
          title: "Generate the first posts",
          hint: "Review them in Publishing.",
          isDone: false,
          action: (isNext) => isNext && canFill && <GenerateFirst group={group} fill={fill} />,
        },
      ]}
    />
  );
}

const GenerateFirst = ({ group, fill }: Pick<FirstStepsProps, "group" | "fill">) => (
  <Button
    variant="primary"
    busy={fill.isBusy}
    onClick={() => void fill.send({ params: { id: group } })}
  >
    Generate
  </Button>
);
