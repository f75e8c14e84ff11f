import type { Id } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { useRead } from "@/shared/query/use-read";
import { BesidePanel } from "@/shared/ui/panel-boundary";
import { Skeleton } from "@/shared/ui/skeleton";
import { isFiltered, type PoolFilter } from "../filter";
import { countsOf } from "../pool";
import { contentQueries } from "../queries";

type CountsOfProps = { category: Id; filter: PoolFilter };

/** Counts the items of the list below. The list itself shows loading and failures. */
export const CountsOf = (props: CountsOfProps) => (
  <BesidePanel of={JSON.stringify(props.filter)} loading={<Skeleton width={120} height={12} />}>
    <Counts {...props} />
  </BesidePanel>
);

function Counts({ category, filter }: CountsOfProps) {
  const items = useRead(contentQueries.items(category, filter)).items;
  const { active, unused } = countsOf(items);
  return (
    <span className="meta num" role="status">
      {isFiltered(filter)
        ? `${counted(items.length, "item")} with these filters`
        : `${active} active · ${unused} unused`}
    </span>
  );
}
