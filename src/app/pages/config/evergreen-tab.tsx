import { getRouteApi } from "@tanstack/react-router";
import { ListTree } from "lucide-react";
import type { Category } from "@/entities/category";
import type { Group } from "@/entities/group";
import { CategorySettings } from "@/features/categories";
import { CategoryItems } from "@/features/content";
import type { Id } from "@/shared/api/id";
import { Button } from "@/shared/ui/button/button";
import { Panel } from "@/shared/ui/panel/panel";
import { useGo } from "../../routes/search";

const route = getRouteApi("/dashboard/config");

type Search = ReturnType<typeof route.useSearch>;

/** The categories of a group, the settings of one, and on request its items. */
export function EvergreenTab({ group }: { group: Group }) {
  const { category, items, dialog } = route.useSearch();
  const go = useGo<Search>();
  return (
    <CategorySettings
      group={group.id}
      open={category}
      onOpen={(opened) =>
        go({ category: opened, items: opened === undefined ? false : items, pages: 1 })
      }
      isAdding={dialog === "add-category"}
      onAdd={() => go({ dialog: "add-category" })}
      onCloseAdding={() => go({ dialog: undefined }, { replace: true })}
      itemsButton={
        <Button
          size="sm"
          icon={<ListTree />}
          aria-expanded={items}
          onClick={() => go({ items: !items })}
        >
          {items ? "Hide items" : "Open items"}
        </Button>
      }
      itemsOf={
        items
          ? (opened) => <Items key={String(opened.id)} group={group.id} category={opened} />
          : undefined
      }
    />
  );
}

function Items({ group, category }: { group: Id; category: Category }) {
  return (
    <Panel>
      <CategoryItems
        group={group}
        category={category}
        place={route.useSearch()}
        onGo={useGo<Search>()}
      />
    </Panel>
  );
}
