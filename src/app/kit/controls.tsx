import {
  ArrowUpRight,
  Check,
  Clock,
  Ellipsis,
  FlaskConical,
  Plus,
  RefreshCw,
  Search,
  Send,
  Sprout,
  Trash2,
  TriangleAlert,
  X,
  Zap,
} from "lucide-react";
import { useState } from "react";
import { Button, LinkButton } from "@/shared/ui/button/button";
import { IconButton } from "@/shared/ui/button/icon-button";
import { Kbd, Keys } from "@/shared/ui/button/kbd";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { Field } from "@/shared/ui/form-controls/field";
import { Input, NumberInput, SecretInput, TextArea } from "@/shared/ui/form-controls/input";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { Select } from "@/shared/ui/form-controls/select";
import { Switch } from "@/shared/ui/form-controls/switch";
import { Badge, Count, StateDot } from "@/shared/ui/status/badge";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import { Box, Line, nothing } from "./box";
import styles from "./kit.module.css";

const looks = [
  { variant: "primary", name: "Save Settings", icon: <Check /> },
  { variant: "secondary", name: "Dry Run", icon: <FlaskConical /> },
  { variant: "ghost", name: "Refresh", icon: <RefreshCw /> },
  { variant: "danger", name: "Live Run", icon: <Zap /> },
  { variant: "danger-solid", name: "Delete", icon: <Trash2 /> },
] as const;

export function Buttons() {
  return (
    <Box title="Buttons">
      {looks.map(({ variant, name, icon }) => (
        <Line key={variant} label={variant}>
          <Button variant={variant} icon={icon}>
            {name}
          </Button>
          <Button variant={variant}>Plain</Button>
          <Button variant={variant} icon={icon} busy>
            {name}
          </Button>
          <Button variant={variant} busy>
            Plain
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </Line>
      ))}
      <Line label="28 / 32 / 36">
        <Button size="sm" icon={<Plus />}>
          Small
        </Button>
        <Button icon={<Plus />}>Default</Button>
        <Button size="lg" icon={<Plus />}>
          Large
        </Button>
        <IconButton label="More" icon={<Ellipsis />} />
        <IconButton label="Close" icon={<X />} variant="secondary" />
        <IconButton label="Delete" icon={<Trash2 />} variant="secondary" busy />
      </Line>
      <Line label="With a key">
        <Button variant="primary" icon={<Check />} hint="A">
          Approve
        </Button>
        <Button icon={<X />} hint="R">
          Reject
        </Button>
        <LinkButton href="#top" icon={<Send />}>
          Link
        </LinkButton>
        <a className="link" href="#top">
          View post
          <ArrowUpRight size={14} />
        </a>
      </Line>
    </Box>
  );
}

export function Choices() {
  const [tab, setTab] = useState<"posts" | "categories" | "failed">("posts");
  const [view, setView] = useState<"list" | "calendar">("list");
  return (
    <Box title="Tabs and segments">
      <Tabs
        label="Performance"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "posts", label: "All Posts" },
          { value: "categories", label: "By Category" },
          { value: "failed", label: "Failed", count: 3 },
        ]}
      >
        <TabPanel value={tab}>
          <div className={styles.row}>
            <Segmented
              label="View"
              value={view}
              onChange={setView}
              options={[
                { value: "list", label: "List" },
                { value: "calendar", label: "Calendar" },
              ]}
            />
            <Segmented
              label="View, small"
              size="sm"
              value={view}
              onChange={setView}
              options={[
                { value: "list", label: "List", icon: <Check /> },
                { value: "calendar", label: "Calendar" },
              ]}
            />
            <Select
              inline
              aria-label="Category"
              options={[{ value: "", label: "All categories" }]}
            />
          </div>
        </TabPanel>
      </Tabs>
    </Box>
  );
}

export function Marks() {
  return (
    <Box title="Badges, states, levels">
      <Line label="Badge">
        <Badge icon={<Sprout />}>Evergreen</Badge>
        <Badge tone="success" icon={<Check />}>
          Approved
        </Badge>
        <Badge tone="info" icon={<Clock />}>
          Pending approval
        </Badge>
        <Badge tone="warning" icon={<TriangleAlert />}>
          No webhook
        </Badge>
        <Badge tone="danger" icon={<X />}>
          Rejected
        </Badge>
        <Badge tone="accent">Selected</Badge>
      </Line>
      <Line label="State">
        <StateDot state="on">Active</StateDot>
        <StateDot state="off">Inactive</StateDot>
        <StateDot state="failed">Failed</StateDot>
        <StateDot state="waiting">Scheduled</StateDot>
      </Line>
      <Line label="Keys, counts">
        <Keys keys={["Ctrl", "K"]} />
        <Kbd>?</Kbd>
        <Count>{24}</Count>
        <Count tone="danger">{3}</Count>
      </Line>
    </Box>
  );
}

export function Fields() {
  const [on, setOn] = useState(true);
  return (
    <Box title="Fields">
      <div className={styles.fields}>
        <Field label="Group Name" required hint="Shown in the group picker">
          {(props) => <Input {...props} defaultValue="Ćumur i roštilj" />}
        </Field>
        <Field label="Sender email" required error="Enter a full email address.">
          {(props) => <Input {...props} defaultValue="pisma@" />}
        </Field>
        <Field label="Access token" required>
          {(props) => <SecretInput {...props} defaultValue="IGQWRPa1Z8shown" />}
        </Field>
        <Field label="Search">
          {(props) => <Input {...props} leading={<Search />} placeholder="Name or id" />}
        </Field>
        <Field label="Category type">
          {(props) => <Select {...props} options={[{ value: "sale", label: "Weekly sale" }]} />}
        </Field>
        <Field label="Cooldown days" hint="7 to 90">
          {(props) => <NumberInput {...props} defaultValue={21} unit="days" />}
        </Field>
        <Field label="Nothing chosen">
          {(props) => (
            <Select
              {...props}
              defaultValue=""
              placeholder="Choose a category"
              options={[{ value: "sale", label: "Weekly sale" }]}
            />
          )}
        </Field>
        <Field label="Disabled">
          {(props) => <Input {...props} defaultValue="Not for Reddit" disabled />}
        </Field>
        <Field label="Reddit title" hint="Under 300 characters" aside="51 / 300">
          {(props) => (
            <TextArea
              {...props}
              rows={2}
              defaultValue="Koji je najbolji duks za zimu u stanu bez grejanja?"
            />
          )}
        </Field>
      </div>
      <div className={styles.row} data-wide="">
        <Checkbox label="Unchecked" checked={false} onCheckedChange={nothing} />
        <Checkbox label="Checked" checked={on} onCheckedChange={setOn} />
        <Checkbox label="Some" checked={false} indeterminate onCheckedChange={nothing} />
        <Checkbox label="Disabled" checked={false} disabled onCheckedChange={nothing} />
        <Switch label="Off" checked={false} onCheckedChange={nothing} />
        <Switch label="On" checked={on} onCheckedChange={setOn} />
        <Switch label="Not now" checked={false} disabled onCheckedChange={nothing} />
      </div>
      <Checkbox
        label="Focus media"
        description="Only images and videos are generated."
        checked={on}
        onCheckedChange={setOn}
      />
    </Box>
  );
}
