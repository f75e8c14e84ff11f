import { createContext, useContext, useEffect, useId, useState } from "react";

/** The report of a query to its panel: facts that the operator needs besides the data. */
export type Report = {
  /** Names the query: it reports once, however many components read it. */
  readonly query: string;
  /** The failure's text, when the newest attempt failed and older data is shown. */
  readonly text: string | undefined;
  /** When the data shown was received, in milliseconds. */
  readonly since: number;
  readonly isBusy: boolean;
  /** How many records could not be read. */
  readonly unreadable: number;
};

type Reports = {
  put: (id: string, report: Report) => void;
  drop: (id: string) => void;
};

export const PanelReports = createContext<Reports | undefined>(undefined);

/** How many records of the panel around could not be read. */
export const UnreadableRecords = createContext(0);

/** Reports to the panel around it. A report that has not changed causes no render. */
export function useReport(report: Report) {
  const id = useId();
  const panel = useContext(PanelReports);
  const { query, text, since, isBusy, unreadable } = report;
  const needsBusy = text !== undefined && isBusy;
  useEffect(() => {
    panel?.put(id, {
      query,
      text,
      since: text === undefined ? 0 : since,
      isBusy: needsBusy,
      unreadable,
    });
  }, [panel, id, query, text, since, needsBusy, unreadable]);
  useEffect(() => () => panel?.drop(id), [panel, id]);
}

/** Collects the reports of all queries below one panel. */
export function usePanelReports() {
  const [reports, setReports] = useState<ReadonlyMap<string, Report>>(new Map());
  const [panel] = useState<Reports>(() => ({
    put: (id, report) =>
      setReports((all) => (same(all.get(id), report) ? all : new Map(all).set(id, report))),
    drop: (id) =>
      setReports((all) => {
        const rest = new Map(all);
        rest.delete(id);
        return rest;
      }),
  }));
  const all = [...new Map([...reports.values()].map((one) => [one.query, one])).values()];
  return {
    panel,
    stale: all.filter((report) => report.text !== undefined),
    unreadable: all.reduce((sum, report) => sum + report.unreadable, 0),
  };
}

const same = (one: Report | undefined, other: Report) =>
  one !== undefined &&
  one.query === other.query &&
  one.text === other.text &&
  one.since === other.since &&
  one.isBusy === other.isBusy &&
  one.unreadable === other.unreadable;
