import { TooCostly } from "./call.ts";

/** The part of a shop's products that one call asks for. */
export type PageSize = { first: number; variants: number };

export const usualSize: Readonly<PageSize> = { first: 25, variants: 20 };

/**
 * Reads a page of the given size. While the shop finds it too costly, the size is halved, also for the
 * pages that follow. Throws a TooCostly if even one of each is too much.
 */
export async function readInSize<Page>(
  size: Record<string, number>,
  read: () => Promise<Page>,
): Promise<Page> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const isSmallest = Object.values(size).every((count) => count === 1);
      if (!(error instanceof TooCostly) || isSmallest) throw error;
      for (const [name, count] of Object.entries(size)) size[name] = Math.ceil(count / 2);
    }
  }
}

type Page<Node> = {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};

/**
 * Returns the nodes of a page and of all after it, which `read` reads: undefined if the object to which
 * they belong was deleted meanwhile.
 */
export async function allNodes<Node>(
  first: Page<Node>,
  read: (after: string | null) => Promise<Page<Node> | undefined>,
): Promise<Node[]> {
  const all: Node[] = [];
  let page: Page<Node> | undefined = first;
  while (page) {
    all.push(...page.nodes);
    const { hasNextPage, endCursor }: Page<Node>["pageInfo"] = page.pageInfo;
    page = hasNextPage ? await read(endCursor) : undefined;
  }
  return all;
}
