import { Download } from "lucide-react";
import { csvFileName } from "@/shared/csv/csv";
import { exportCsv } from "@/shared/csv/export-csv";
import { counted } from "@/shared/format/number";
import { clock } from "@/shared/time/clock";
import { Button } from "@/shared/ui/button";
import type { Subscriber } from "../schema";
import { subscribersCsv } from "../subscriber-csv";

/** Exports all subscribers, whatever the search shows: an exported list should be complete. */
export function ExportSubscribers({ subscribers }: { subscribers: readonly Subscriber[] }) {
  const save = () =>
    exportCsv({
      title: `${counted(subscribers.length, "subscriber")} exported.`,
      fileName: csvFileName(["subscribers"], clock.now()),
      text: () => subscribersCsv(subscribers),
    });
  if (subscribers.length === 0) return null;
  return (
    <Button variant="ghost" size="sm" icon={<Download />} onClick={save}>
      Export CSV
    </Button>
  );
}
