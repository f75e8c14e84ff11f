import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { AllPosts, PostPerformance } from "@/features/performance";
import type { Id } from "@/shared/api/id";
import { NeedGroup } from "../shell/need-group";

const route = getRouteApi("/dashboard/dashboard");

export function PerformancePage() {
  return (
    <NeedGroup
      title="Dashboard"
      none="Please select or create an account group to see how its posts perform."
    >
      {({ id }) => <GroupPerformance group={id} />}
    </NeedGroup>
  );
}

function GroupPerformance({ group }: { group: Id }) {
  const { sort, order, category, post } = route.useSearch();
  const navigate = useNavigate();
  const listed = useMemo(() => ({ group, sort, order, category }), [group, sort, order, category]);
  return (
    <>
      <AllPosts
        listed={listed}
        onChoose={(change) =>
          void navigate({
            to: ".",
            search: (search) => ({ ...search, ...change }),
            resetScroll: false,
          })
        }
        onOpen={(opened) =>
          void navigate({
            to: ".",
            search: (search) => ({ ...search, post: opened }),
            resetScroll: false,
          })
        }
      />
      <PostPerformance
        post={post}
        onClose={() =>
          void navigate({
            to: ".",
            search: (search) => ({ ...search, post: undefined }),
            resetScroll: false,
            replace: true,
          })
        }
      />
    </>
  );
}
