import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { buttonProps } from "@/shared/ui/button";
import { EmptyState } from "@/shared/ui/notice";

export function NotFound() {
  return (
    <EmptyState
      icon={<Compass />}
      title="There is no such page."
      hint="The address may be mistyped, or from another version of this console."
      action={
        <Link to="/dashboard/content" {...buttonProps({ variant: "primary" })}>
          Go to the Content Library
        </Link>
      }
    />
  );
}
