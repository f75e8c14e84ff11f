import { StepList } from "@/shared/ui/panel/step-list";

/** The way to the first post in a console without groups. Its first button is 'New Group' above. */
export const HowToBegin = () => (
  <StepList
    label="How to begin"
    steps={[
      {
        title: "Create a group",
        hint: "A group is one brand: its accounts, its content and its settings.",
        isDone: false,
      },
      {
        title: "Connect an account",
        hint: "Posts are published on the group's social accounts.",
        isDone: false,
      },
      {
        title: "Add a category",
        hint: "It sets what to write about and how many posts a day.",
        isDone: false,
      },
      {
        title: "Generate the first posts",
        hint: "Review them in Publishing.",
        isDone: false,
      },
    ]}
  />
);
