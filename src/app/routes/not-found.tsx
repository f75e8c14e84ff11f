import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { buttonProps } from "@/shared/ui/button/button";
import { EmptyState } from "@/shared/ui/panel/notice";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";

export const NotFound = () => (
  <>
    <VisuallyHidden>
      <h1>Page not found</h1>
    </VisuallyHidden>
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
  </>
);
