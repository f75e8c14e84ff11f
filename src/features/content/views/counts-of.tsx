import { CatchBoundary } from "@tanstack/react-router";
import type { Id } from "@/shared/api/id";
import { PanelReports } from "@/shared/query/panel-reports";
import { Reveal } from "@/shared/query/reveal";
import { useRevivals } from "@/shared/query/revival";
import { useRead } from "@/shared/query/use-read";
import { Skeleton } from "@/shared/ui/skeleton";
import { isFiltered, type PoolFilter } from "../filter";
import { countsOf } from "../pool";
import { contentQueries } from "../queries";

type CountsOfProps = { category: Id; filter: PoolFilter };

/** How many items the list below has. How it loads and fails is told there, and not here again. */
export function CountsOf(props: CountsOfProps) {
  const revivals = useRevivals();
  return (
    <PanelReports value={undefined}>
      <CatchBoundary
        getResetKey={() => JSON.stringify([revivals, props.filter])}
        errorComponent={() => null}
      >
        <Reveal fallback={<Skeleton width={120} height={12} />}>
          <Counts {...props} />
        </Reveal>
      </CatchBoundary>
    </PanelReports>
  );
}

function Counts({ category, filter }: CountsOfProps) {
  const items = useRead(contentQueries.items(category, filter)).items;
  const { active, unused } = countsOf(items);
  return (
    <span className="meta num" role="status">
      {isFiltered(filter)
        ? `${items.length} ${items.length === 1 ? "item" : "items"} with these filters`
        : `${active} active · ${unused} unused`}
    </span>
  );
}
