import { Download, Search, Upload, Users } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useId, useMemo, useState } from "react";
import type { Id } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";
import { type CsvColumn, csvFileName, csvOf } from "@/shared/csv/csv";
import { exportCsv } from "@/shared/csv/export-csv";
import { counted, formatFigure } from "@/shared/format/number";
import { useRead } from "@/shared/query/use-read";
import { clock } from "@/shared/time/clock";
import { Button } from "@/shared/ui/button/button";
import { Input } from "@/shared/ui/form-controls/input";
import { EmptyState } from "@/shared/ui/panel/notice";
import { Panel, PanelHead } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Count } from "@/shared/ui/status/badge";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { AddSubscriberForm } from "../forms/add-subscriber-form";
import { newsletterQueries } from "../queries";
import type { Subscriber } from "../schema";
import { subscriberSearch } from "../subscriber-search";
import { ImportDialog } from "./import/import-dialog";
import { ImportProgress, LeaveImport } from "./import/import-progress";
import { useImport } from "./import/use-import";
import { SubscriberList } from "./subscriber-list";
import styles from "./subscribers.module.css";

type OfGroup = { group: Id };

/** Lists the subscribers of a group's newsletter, with the controls to add and remove them. */
export function NewsletterSubscribers({ group }: OfGroup) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Panel>
        <PanelBoundary
          resetKey={String(group)}
          loading={<LoadingSubscribers titleId={titleId} />}
          failedHead={<Head titleId={titleId} />}
        >
          <Subscribers group={group} titleId={titleId} />
        </PanelBoundary>
      </Panel>
    </section>
  );
}

function Head({ titleId, children }: { titleId: string; children?: ReactNode }) {
  return (
    <PanelHead>
      <h3 id={titleId}>Subscribers</h3>
      {children}
    </PanelHead>
  );
}

function Subscribers({ group, titleId }: OfGroup & { titleId: string }) {
  const all = useRead(newsletterQueries.subscribers(group));
  const [query, setQuery] = useState("");
  const { shown, found, isBehind } = useFound(all, query);
  const work = useImport(group, all.items);
  return (
    <>
      <Head titleId={titleId}>
        <Count>{all.items.length}</Count>
        {all.items.length > 0 && (
          <div className={styles.search}>
            <Input
              type="search"
              aria-label="Search subscribers"
              placeholder="Search subscribers"
              leading={<Search aria-hidden="true" />}
              autoComplete="off"
              spellCheck={false}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          </div>
        )}
        <p role="status" className={styles.found}>
          {shown !== "" && `${formatFigure(found.length)} of ${formatFigure(all.items.length)}`}
        </p>
        <div className={styles.actions}>
          <Button variant="ghost" size="sm" icon={<Upload />} onClick={work.open}>
            Import CSV
          </Button>
          <ExportSubscribers subscribers={all.items} />
        </div>
      </Head>
      <div className={styles.body}>
        <div className={styles.list} aria-busy={isBehind}>
          {found.length > 0 ? (
            // A new search remounts the list, so that it starts at the top.
            <SubscriberList key={shown} group={group} subscribers={found} />
          ) : shown === "" ? (
            <NoSubscribers />
          ) : (
            <NothingFound query={shown} onClear={() => setQuery("")} />
          )}
        </div>
        <div className={styles.aside}>
          <AddSubscriberForm group={group} />
          <ImportProgress work={work} />
        </div>
      </div>
      <ImportDialog work={work} />
      <LeaveImport isRunning={work.batch?.isRunning ?? false} />
    </>
  );
}

/** The number of records that are folded for the search in one timer callback. */
const slice = 1_000;

/** Lists the newest first, so that a new one is in view. Typing never waits for the search. */
function useFound({ items }: Listing<Subscriber>, query: string) {
  const search = useMemo(() => subscriberSearch(items.toReversed()), [items]);
  useEffect(() => {
    let timer = setTimeout(function prepare() {
      if (search.prepare(slice)) timer = setTimeout(prepare, 20);
    }, 500);
    return () => clearTimeout(timer);
  }, [search]);
  const asked = query.trim();
  const shown = useDeferredValue(asked);
  const found = useMemo(() => search.find(shown), [search, shown]);
  return { shown, found, isBehind: shown !== asked };
}

const NoSubscribers = () => (
  <EmptyState icon={<Users />} title="No subscribers yet" hint="Add one, or import a CSV file." />
);

const NothingFound = ({ query, onClear }: { query: string; onClear: () => void }) => (
  <EmptyState
    icon={<Search />}
    title={`No subscriber matches "${query}"`}
    hint="Emails and names are searched, ignoring case and accents."
    action={<Button onClick={onClear}>Clear search</Button>}
  />
);

const LoadingSubscribers = ({ titleId }: { titleId: string }) => (
  <Loading label="Loading subscribers">
    <Head titleId={titleId} />
    <div className={styles.body}>
      <div className={styles.list}>
        <div className={styles.loading}>
          <Skeleton height={20} />
          <Skeleton height={20} />
          <Skeleton height={20} />
          <Skeleton height={20} />
        </div>
      </div>
      <div className={styles.aside}>
        <Skeleton height={180} radius={8} />
      </div>
    </div>
  </Loading>
);

/** Exports all subscribers, whatever the search shows: an exported list should be complete. */
function ExportSubscribers({ subscribers }: { subscribers: readonly Subscriber[] }) {
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

const columns: readonly CsvColumn<Subscriber>[] = [
  { head: "Email", cell: ({ email }) => email },
  { head: "Name", cell: ({ name }) => name },
  { head: "Status", cell: ({ is_active }) => ((is_active ?? true) ? "Active" : "Inactive") },
];

/** Exports all subscribers of a group, oldest first, in a format that the import reads again. */
export const subscribersCsv = (subscribers: readonly Subscriber[]) => csvOf(columns, subscribers);
