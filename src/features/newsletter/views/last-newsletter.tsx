import { useDeferredValue, useMemo, useState } from "react";
import type { Id } from "@/shared/api/id";
import { formatFigure } from "@/shared/format/number";
import { useOffered } from "@/shared/query/use-backend";
import { useRead } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { Button } from "@/shared/ui/button/button";
import { Select } from "@/shared/ui/form-controls/select";
import { TitledPanel } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { newsletterApi } from "../contract";
import { newsletterQueries } from "../queries";
import { type MailStatus, mailStatuses, type NewsletterMail } from "../schema";
import styles from "./last-newsletter.module.css";

type OfGroup = { group: Id };

/** Shows who got the latest newsletter, who did not, and why. */
export function LastNewsletter({ group }: OfGroup) {
  if (!useOffered(newsletterApi.mails)) return null;
  return (
    <TitledPanel title="Last newsletter">
      <PanelBoundary resetKey={String(group)} loading={<LoadingMails />}>
        <Mails group={group} />
      </PanelBoundary>
    </TitledPanel>
  );
}

const words: Readonly<Record<MailStatus, string>> = {
  waiting: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  failed: "Refused",
  unknown: "Unknown",
  left_out: "Left out",
};

function Mails({ group }: OfGroup) {
  const [status, setStatus] = useState<MailStatus>();
  /** The starts of the pages before this one. */
  const [pages, setPages] = useState<readonly Id[]>([]);
  const after = pages.at(-1);
  const asked = useMemo(
    () => ({ ...(status && { status }), ...(after && { after }) }),
    [status, after],
  );
  // The previous mails stay until the asked ones have loaded, so the filter keeps the focus.
  const shown = useDeferredValue(asked);
  const run = useRead(newsletterQueries.mails(group, shown));
  if (!run.slot) return <p>No newsletter has been sent yet.</p>;
  const { next } = run;
  return (
    <>
      <p role="status">
        <Time value={run.slot} />:{" "}
        {mailStatuses
          .filter((one) => run.counts[one])
          .map((one) => `${formatFigure(run.counts[one] ?? 0)} ${words[one].toLowerCase()}`)
          .join(", ")}
        .
        {run.why && (
          <>
            {" "}
            {run.wait_until ? (
              <>
                Waiting until <Time value={run.wait_until} />:
              </>
            ) : (
              "Stopped:"
            )}{" "}
            {run.why}
          </>
        )}
      </p>
      <div className={styles.controls}>
        <Select
          inline
          aria-label="Filter mails"
          value={status ?? ""}
          options={[
            { value: "", label: "All emails" },
            ...mailStatuses.map((value) => ({ value, label: words[value] })),
          ]}
          onChange={({ target }) => {
            setStatus(mailStatuses.find((one) => one === target.value));
            setPages([]);
          }}
        />
        {after !== undefined && (
          <Button size="sm" onClick={() => setPages(pages.slice(0, -1))}>
            Previous
          </Button>
        )}
        {next !== null && next !== undefined && (
          <Button size="sm" onClick={() => setPages([...pages, next])}>
            Next
          </Button>
        )}
      </div>
      {run.mails.items.length === 0 ? (
        run.mails.unreadable === 0 && <p>No matching emails.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it too
        <ul className={styles.mails} aria-label="Mails" aria-busy={shown !== asked} tabIndex={0}>
          {run.mails.items.map((mail) => (
            <Mail key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </>
  );
}

function Mail({ mail: { recipient, status, error, retry_at, at } }: { mail: NewsletterMail }) {
  return (
    <li>
      <span>{recipient}</span>
      <span>
        {status in words ? words[status as MailStatus] : status}
        {retry_at ? (
          <>
            {" "}
            until <Time value={retry_at} />
          </>
        ) : (
          at && (
            <>
              {" "}
              <Time value={at} />
            </>
          )
        )}
        {error && `: ${error}`}
      </span>
    </li>
  );
}

const LoadingMails = () => (
  <Loading label="Loading last newsletter">
    <Skeleton height={80} radius={8} />
  </Loading>
);
