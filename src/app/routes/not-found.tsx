import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { buttonProps } from "@/shared/ui/button";
import { EmptyState } from "@/shared/ui/notice";

export function NotFound() {
  return (
    <EmptyState
      icon={<Compass />}
      title="Page not found."
      hint="Check the address. It may be from another version of this console."
      action={
        <Link to="/dashboard/content" {...buttonProps({ variant: "primary" })}>
          Go to the Content Library
        </Link>
      }
    />
  );
}
