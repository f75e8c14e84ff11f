import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { TabPanel, Tabs } from "@/shared/ui/tabs";

function View() {
  const [view, setView] = useState<"list" | "calendar">("list");
  return (
    <Segmented
      label="View"
      value={view}
      onChange={setView}
      options={[
        { value: "list", label: "List" },
        { value: "calendar", label: "Calendar" },
      ]}
    />
  );
}

test("segments are one tab stop, and the arrow keys choose", async () => {
  const user = userEvent.setup();
  render(<View />);
  expect(screen.getByRole("radiogroup", { name: "View" })).toBeInTheDocument();
  await user.tab();
  expect(screen.getByRole("radio", { name: "List" })).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("radio", { name: "Calendar" })).toBeChecked();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("radio", { name: "List" })).toBeChecked();
});

function Posts() {
  const [tab, setTab] = useState<"all" | "failed">("all");
  return (
    <Tabs
      label="Posts"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: "all", label: "All Posts" },
        { value: "failed", label: "Failed", count: 3 },
      ]}
    >
      <TabPanel value="all">Every post</TabPanel>
      <TabPanel value="failed">What failed</TabPanel>
    </Tabs>
  );
}

test("tabs are a named list, each names its panel, and the keyboard chooses", async () => {
  const user = userEvent.setup();
  render(<Posts />);
  expect(screen.getByRole("tablist", { name: "Posts" })).toBeInTheDocument();
  const panel = screen.getByRole("tabpanel", { name: "All Posts" });
  expect(panel).toHaveTextContent("Every post");
  expect(screen.getByRole("tab", { name: "All Posts" })).toHaveAttribute("aria-controls", panel.id);
  expect(screen.getByRole("tab", { name: "Failed 3" })).not.toHaveAttribute("aria-controls");

  await user.click(screen.getByRole("tab", { name: "All Posts" }));
  await user.keyboard("{ArrowRight}{Enter}");
  expect(screen.getByRole("tab", { name: "Failed 3" })).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("tabpanel")).toHaveTextContent("What failed");
});
