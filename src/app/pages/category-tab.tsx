import { Link } from "@tanstack/react-router";
import { ByCategory } from "@/features/performance";
import type { Id } from "@/shared/api/id";
import { toPublishing } from "./to-publishing";

type CategoryTabProps = { group: Id; limit: number };

export const CategoryTab = (props: CategoryTabProps) => (
  <ByCategory
    {...props}
    toPublishing={toPublishing}
    link={(id, name) => (
      <Link
        to="."
        search={(search) => ({ ...search, tab: "posts", category: id, post: undefined })}
        // All Posts does not have this link, and the focus would be lost with it.
        onClick={({ currentTarget }) =>
          currentTarget.closest<HTMLElement>("[role=tabpanel]")?.focus({ preventScroll: true })
        }
      >
        {name}
      </Link>
    )}
  />
);
