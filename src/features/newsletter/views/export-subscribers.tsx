import { Download } from "lucide-react";
import { csvFileName } from "@/shared/csv/csv";
import { saveCsv } from "@/shared/csv/save-csv";
import { counted } from "@/shared/format/number";
import { clock } from "@/shared/time/clock";
import { toasts } from "@/shared/toast/toast";
import { Button } from "@/shared/ui/button";
import type { Subscriber } from "../schema";
import { subscribersCsv } from "../subscriber-csv";

/** Exports all subscribers, whatever the search shows: an exported list should be complete. */
export function ExportSubscribers({ subscribers }: { subscribers: readonly Subscriber[] }) {
  function save() {
    const name = csvFileName(["subscribers"], clock.now());
    saveCsv(name, subscribersCsv(subscribers));
    const count = subscribers.length;
    toasts.show({
      kind: "success",
      title: `${counted(count, "subscriber")} exported.`,
      detail: name,
    });
  }
  if (subscribers.length === 0) return null;
  return (
    <Button variant="ghost" size="sm" icon={<Download />} onClick={save}>
      Export CSV
    </Button>
  );
}
