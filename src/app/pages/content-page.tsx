import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { ContentPool } from "@/features/content";
import { ContentGenerator, GenerationStatus, generationQueries } from "@/features/generation";
import { performanceKey } from "@/features/performance";
import { schedulerQueries } from "@/features/scheduler";
import type { Id } from "@/shared/api/id";
import { buttonProps } from "@/shared/ui/button";
import { NeedGroup } from "../shell/need-group";

const route = getRouteApi("/dashboard/content");

/** What a change of the pool, or a post from it, makes out of date beside it. */
const besideThePool = [generationQueries.all(), schedulerQueries.all(), performanceKey];

export function ContentPage() {
  return (
    <NeedGroup
      title="Content Library"
      none="Please select or create an account group to manage its content library."
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

/** The pool as the address has it. */
function GroupPool({ group }: { group: Id }) {
  const navigate = useNavigate();
  return (
    <ContentPool
      group={group}
      place={route.useSearch()}
      onGo={(change, how) =>
        void navigate({
          to: ".",
          search: (before) => ({ ...before, ...change }),
          resetScroll: false,
          replace: how?.replace ?? false,
        })
      }
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
