import { getRouteApi, Link } from "@tanstack/react-router";
import { ContentPool } from "@/features/content";
import { ContentGenerator, GenerationStatus, generationQueries } from "@/features/generation";
import { performanceKey } from "@/features/performance";
import { schedulerQueries } from "@/features/scheduler";
import type { Id } from "@/shared/api/id";
import { buttonProps } from "@/shared/ui/button";
import { NeedGroup, NoGroup } from "../shell/need-group";
import { useGo } from "./use-go";

const route = getRouteApi("/dashboard/content");

/** The queries outside the pool that a change of the pool, or a post from it, makes out of date. */
const besideThePool = [generationQueries.all(), schedulerQueries.all(), performanceKey];

export function ContentPage() {
  return (
    <NeedGroup
      title="Content Library"
      none={
        <NoGroup hint="Please select or create an account group to manage its content library." />
      }
    >
      {({ id }) => (
        <>
          <GenerationStatus group={id} settings={addCategory} />
          <ContentGenerator key={id} group={id} />
          <GroupPool group={id} />
        </>
      )}
    </NeedGroup>
  );
}

/** The pool, with its place in the address. */
function GroupPool({ group }: { group: Id }) {
  const place = route.useSearch();
  return (
    <ContentPool
      group={group}
      place={place}
      onGo={useGo<typeof place>()}
      refreshes={besideThePool}
      settings={addCategory}
    />
  );
}

const addCategory = (
  <Link to="/dashboard/config" search={{ tab: "evergreen" }} {...buttonProps()}>
    Add a category
  </Link>
);
