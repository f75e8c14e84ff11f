import { ChartNoAxesColumn, Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/shared/ui/button/button";
import { EmptyState, FailedState, StaleStrip } from "@/shared/ui/panel/notice";
import { Card, Panel, Region } from "@/shared/ui/panel/panel";
import { Loading, SkeletonRows } from "@/shared/ui/status/skeleton";
import { SortHeader, Table } from "@/shared/ui/table/table";
import { nothing } from "./box";
import styles from "./kit.module.css";

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

export function States() {
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

export function Posts() {
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
