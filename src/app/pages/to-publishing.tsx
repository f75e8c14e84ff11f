import { Link } from "@tanstack/react-router";
import { buttonProps } from "@/shared/ui/button/button";

/** For a screen that stays empty until a post is published. */
export const toPublishing = (
  <Link to="/dashboard/publishing" {...buttonProps({ variant: "primary" })}>
    Open Publishing
  </Link>
);
