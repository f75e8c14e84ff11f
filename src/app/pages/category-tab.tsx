import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ByCategory } from "@/features/performance";
import type { Id } from "@/shared/api/id";

type CategoryTabProps = { group: Id; limit: number; toPublishing: ReactNode };

export const CategoryTab = (props: CategoryTabProps) => (
  <ByCategory
    {...props}
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
