import {
  ArrowUpRight,
  ChartNoAxesColumn,
  Check,
  Clock,
  Ellipsis,
  Eraser,
  FlaskConical,
  KeyRound,
  MonitorSmartphone,
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
import { type ReactNode, useState } from "react";
import { toasts } from "@/shared/toast/toast";
import { Button, LinkButton } from "@/shared/ui/button/button";
import { IconButton } from "@/shared/ui/button/icon-button";
import { Kbd, Keys } from "@/shared/ui/button/kbd";
import { Tooltip } from "@/shared/ui/button/tooltip";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { Dialog, DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { Checkbox } from "@/shared/ui/form-controls/checkbox";
import { Field } from "@/shared/ui/form-controls/field";
import { Input, NumberInput, SecretInput, TextArea } from "@/shared/ui/form-controls/input";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { Select } from "@/shared/ui/form-controls/select";
import { Switch } from "@/shared/ui/form-controls/switch";
import { Menu } from "@/shared/ui/menu/menu";
import { EmptyState, FailedState, FormError, Notice, StaleStrip } from "@/shared/ui/panel/notice";
import { Card, Panel, Region } from "@/shared/ui/panel/panel";
import { Badge, Count } from "@/shared/ui/status/badge";
import { Progress } from "@/shared/ui/status/progress";
import { Loading, SkeletonRows } from "@/shared/ui/status/skeleton";
import { StateDot } from "@/shared/ui/status/state-dot";
import { LoadMore } from "@/shared/ui/table/load-more";
import { SortHeader, Table } from "@/shared/ui/table/table";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import { Toaster } from "@/shared/ui/toast/toaster";
import styles from "./kit.module.css";

/** Shows every part in every state. Only the development server serves this page. */
export function KitPage() {
  return (
    <main className={styles.page}>
      <h1>The kit</h1>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Buttons />
          <Choices />
          <Marks />
        </div>
        <div className={styles.column}>
          <Fields />
          <Overlays />
          <Paging />
        </div>
      </div>
      <States />
      <Posts />
      <Toaster placement="bottom-right" duration={3000} />
    </main>
  );
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.box} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className="meta">{label}</span>
      <div className={styles.row}>{children}</div>
    </div>
  );
}

const looks = [
  { variant: "primary", name: "Save Settings", icon: <Check /> },
  { variant: "secondary", name: "Dry Run", icon: <FlaskConical /> },
  { variant: "ghost", name: "Refresh", icon: <RefreshCw /> },
  { variant: "danger", name: "Live Run", icon: <Zap /> },
  { variant: "danger-solid", name: "Delete", icon: <Trash2 /> },
] as const;

function Buttons() {
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

function Choices() {
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

function Marks() {
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

const nothing = () => {};

function Fields() {
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

function Overlays() {
  const [open, setOpen] = useState<"dialog" | "confirm" | undefined>();
  const change = (name: "dialog" | "confirm") => (next: boolean) =>
    setOpen(next ? name : undefined);
  return (
    <Box title="Overlays">
      <div className={styles.row}>
        <Button onClick={() => setOpen("dialog")}>Open dialog</Button>
        <Menu
          label="Actions"
          trigger={<Button>Actions</Button>}
          items={[
            {
              label: "Update credentials",
              icon: <KeyRound />,
              hint: "U",
              onSelect: () => setOpen("dialog"),
            },
            {
              label: "Prime session",
              icon: <MonitorSmartphone />,
              disabled: true,
              onSelect: nothing,
            },
            "separator",
            {
              label: "Clear credentials",
              icon: <Eraser />,
              tone: "danger",
              onSelect: () => setOpen("confirm"),
            },
          ]}
        />
        <Tooltip text="2025-11-24 01:00 UTC">
          <Button variant="ghost">in 3 h</Button>
        </Tooltip>
        <Button variant="danger" icon={<Zap />} onClick={() => setOpen("confirm")}>
          Live Run
        </Button>
        <Button onClick={showToasts}>Show toasts</Button>
      </div>
      <Dialog
        open={open === "dialog"}
        onOpenChange={change("dialog")}
        title="Create New Group"
        description="A group has its own accounts, categories and products."
      >
        <form onSubmit={(event) => event.preventDefault()}>
          <DialogBody>
            <Field label="Group Name" required>
              {(props) => <Input {...props} />}
            </Field>
            <Field label="Description">{(props) => <TextArea {...props} />}</Field>
            <FormError text="Failed to create group." detail="A group with this name exists." />
          </DialogBody>
          <DialogFooter>
            <Button variant="ghost" onClick={() => setOpen(undefined)}>
              Cancel
            </Button>
            <Button variant="primary" type="submit" icon={<Plus />}>
              Create Group
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
      <ConfirmDialog
        open={open === "confirm"}
        onOpenChange={change("confirm")}
        title="Confirm Live Execution"
        confirm="Yes, Execute"
        icon={<Zap />}
        onConfirm={() => setOpen(undefined)}
      >
        Prices, tags and the sale collection of <strong>Balkan Streetwear</strong> change in the
        shop at once: <strong>11 price updates</strong> and <strong>9 removals</strong>.
      </ConfirmDialog>
    </Box>
  );
}

function showToasts() {
  toasts.show({ kind: "success", title: "Sale rotator settings saved successfully!" });
  toasts.show({
    kind: "error",
    title: "Failed to post now: the media container expired",
    detail:
      "Instagram returned 2207032 for @balkan.streetwear: “The media could not be created within 24 hours.” Upload the picture again.",
    duration: 60_000,
  });
  toasts.show({ kind: "info", title: "Step finished: 7 updates and 5 removals remain." });
  toasts.show({ id: "update", kind: "busy", title: "Updating product..." });
}

function Paging() {
  return (
    <Box title="Progress and paging">
      <div className={styles.row}>
        <Progress label="Steps" value={8} max={20} />
        <span className="meta num">8 of 20</span>
      </div>
      <LoadMore busy={false} onLoad={nothing} shown={10} />
      <LoadMore busy onLoad={nothing} shown={10} />
      <LoadMore
        busy={false}
        onLoad={nothing}
        failure={{ text: "Failed to load more items.", detail: "The server cannot be reached." }}
      />
      <Notice tone="info" title="A newer version is ready.">
        It is used from the next reload on.
      </Notice>
      <Notice tone="success">Published to 4 accounts.</Notice>
      <Notice tone="warning">Two accounts have no webhook.</Notice>
    </Box>
  );
}

const heads = (
  <thead>
    <tr>
      <th scope="col">Category</th>
      <th scope="col" data-align="end">
        Unused
      </th>
      <th scope="col">Runway</th>
    </tr>
  </thead>
);

const rows = [
  { name: "Ulični citati", unused: 19, days: 4.75 },
  { name: "Domaći memovi", unused: 5, days: 2.5 },
  { name: "Akcije i popusti", unused: 2, days: 0.67 },
];

const failure = "Failed to fetch generation status.";

function States() {
  return (
    <Region title="Four states" meta="Loading, empty, failed, stale">
      <div className={styles.states}>
        <figure>
          <figcaption>Loading</figcaption>
          <Panel>
            <Loading label="Loading generation status...">
              <Table label="Generation status, loading">
                {heads}
                <tbody>
                  <SkeletonRows
                    rows={3}
                    columns={[{}, { width: 24, align: "end" }, { width: 120 }]}
                  />
                </tbody>
              </Table>
            </Loading>
          </Panel>
        </figure>
        <figure>
          <figcaption>Empty</figcaption>
          <Panel>
            <EmptyState
              icon={<ChartNoAxesColumn />}
              title="No performance data available yet."
              hint="Figures appear after the first published post is measured."
            />
          </Panel>
        </figure>
        <figure>
          <figcaption>Failed</figcaption>
          <Panel>
            <FailedState
              text={failure}
              detail="upstream timeout after 30 s (request 8f31c2)"
              onRetry={nothing}
            />
          </Panel>
        </figure>
        <figure>
          <figcaption>Stale, with error</figcaption>
          <Panel>
            <StaleStrip text={failure} since="14:02:10" onRetry={nothing} />
            <Table label="Generation status">
              {heads}
              <tbody>
                {rows.map(({ name, unused, days }) => (
                  <tr key={name}>
                    <td className="strong">{name}</td>
                    <td data-align="end" data-label="Unused">
                      {unused}
                    </td>
                    <td data-align="end" data-label="Runway">
                      {days} d
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Panel>
        </figure>
      </div>
    </Region>
  );
}

const figures = ["Impressions", "Views", "Likes", "Comments", "Shares", "Saves", "Clicks"];

function Posts() {
  const [sort, setSort] = useState<"ascending" | "descending">("descending");
  const turn = () => setSort(sort === "ascending" ? "descending" : "ascending");
  return (
    <Region
      title="Table"
      meta="Updated 14:02:10"
      actions={
        <Button variant="ghost" size="sm" icon={<RefreshCw />}>
          Refresh
        </Button>
      }
    >
      <Panel>
        <Table label="Posts" media>
          <thead>
            <tr>
              <th scope="col">Post</th>
              {figures.map((name) => (
                <SortHeader
                  key={name}
                  label={name}
                  align="end"
                  sort={name === "Views" ? sort : undefined}
                  onSort={turn}
                />
              ))}
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {[1, 2, 3].map((row) => (
              <tr key={row} tabIndex={0} aria-selected={row === 2}>
                <td className="nowrap">Majica „Ćevap Gang“, post {row}</td>
                {figures.map((name, index) => (
                  <td key={name} data-align="end" data-label={name}>
                    {(row * 37 + index) * 113}
                  </td>
                ))}
                <td>
                  <Button size="sm">Open</Button>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Panel>
      <Card>
        <EmptyState title="A card" action={<Button icon={<Plus />}>Add New Product</Button>} />
      </Card>
    </Region>
  );
}
