import { Eraser, KeyRound, MonitorSmartphone, Plus, Zap } from "lucide-react";
import { useState } from "react";
import { toasts } from "@/shared/toast/toast";
import { Button } from "@/shared/ui/button/button";
import { Tooltip } from "@/shared/ui/button/tooltip";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { Dialog, DialogBody, DialogFooter } from "@/shared/ui/dialog/dialog";
import { Field } from "@/shared/ui/form-controls/field";
import { Input, TextArea } from "@/shared/ui/form-controls/input";
import { Menu } from "@/shared/ui/menu/menu";
import { FormError, Notice } from "@/shared/ui/panel/notice";
import { Progress } from "@/shared/ui/status/progress";
import { LoadMore } from "@/shared/ui/table/load-more";
import { Box, nothing } from "./box";
import styles from "./kit.module.css";

export function Overlays() {
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

export function Paging() {
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
