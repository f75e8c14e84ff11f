import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";

const product = "Social Publishing Dashboard";

/** Names the current screen in the title of the browser's tab. */
export function PageTitle() {
  const screen = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.screen)?.staticData.screen,
  });
  useEffect(() => {
    document.title = screen ? `${screen} · ${product}` : product;
  }, [screen]);
  return null;
}
