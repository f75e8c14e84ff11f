import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { ContentPool } from "@/features/content";
import { ContentGenerator, GenerationStatus } from "@/features/generation";
import type { Id } from "@/shared/api/id";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { buttonProps } from "@/shared/ui/button/button";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { useGo } from "../routes/search";
import { NeedGroup, NoGroup } from "../shell/need-group";

const route = getRouteApi("/dashboard/content");

/** Only a console without groups needs its code. */
const HowToBegin = lazyWithPreload(() => import("./how-to-begin").then((part) => part.HowToBegin));

export function ContentPage() {
  const navigate = useNavigate();
  return (
    <NeedGroup
      title="Content Library"
      none={
        <NoGroup hint="Please select or create an account group to manage its content library.">
          <PanelBoundary loading={null}>
            <HowToBegin />
          </PanelBoundary>
        </NoGroup>
      }
    >
      {({ id }) => (
        <>
          <GenerationStatus group={id} links={stepLinks} />
          <ContentGenerator
            key={id}
            group={id}
            onPublishing={() => void navigate({ to: "/dashboard/publishing" })}
          />
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
    <ContentPool group={group} place={place} onGo={useGo<typeof place>()} settings={addCategory} />
  );
}

const categoryLink = (isPrimary: boolean) => (
  <Link
    to="/dashboard/config"
    search={{ tab: "evergreen", dialog: "add-category" }}
    {...buttonProps({ variant: isPrimary ? "primary" : "secondary" })}
  >
    Add a category
  </Link>
);

const addCategory = categoryLink(false);

const stepLinks: ComponentProps<typeof GenerationStatus>["links"] = {
  accounts: (isNext) => (
    <Link
      to="/dashboard/config"
      search={{ dialog: "add-account" }}
      {...buttonProps({ variant: isNext ? "primary" : "secondary" })}
    >
      Add an account
    </Link>
  ),
  category: categoryLink,
};
