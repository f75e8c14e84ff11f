import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  FileText,
  Image,
  type LucideIcon,
  Package,
  Send,
  SquarePen,
  Tag,
  UserRound,
} from "lucide-react";
import { accountQueries, platformLabel } from "@/entities/account";
import { type Category, categoryName, categoryQueries, isArchived } from "@/entities/category";
import { type Group, groupFilterCapability } from "@/entities/group";
import { kindOf, type QueueItem } from "@/entities/post";
import { contentQueries, everything } from "@/features/content";
import { memeTemplateQueries } from "@/features/meme-templates";
import { productQueries } from "@/features/products";
import { queueApi, queueQueries } from "@/features/queue";
import { accountOf, schedulerApi, schedulerQueries } from "@/features/scheduler";
import type { Id } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";
import { searchable, searchedWords } from "@/shared/format/search";
import { preview } from "@/shared/format/text";
import { useOffered } from "@/shared/query/use-backend";

/** A record that the palette has found. */
type Hit = {
  readonly id: Id;
  readonly name: string;
  /** What sets it apart from others of its name. */
  readonly detail?: string | undefined;
  readonly isExact: boolean;
  readonly open: () => unknown;
};

/** The records of one kind: what was found, and whether all of them could be searched. */
export type Kind = {
  /** Within a sentence: 'products'. */
  readonly name: string;
  readonly heading: string;
  readonly icon: LucideIcon;
  readonly hits: readonly Hit[];
  readonly more: number;
  readonly openAll: () => unknown;
  readonly isLoading: boolean;
  /** How many of them could not be read, and so were not searched. */
  readonly unreadable: number;
  /** Given if none of them could be loaded. */
  readonly retry: (() => void) | undefined;
};

type Source<T> = Pick<Kind, "name" | "heading" | "icon" | "openAll"> & {
  readonly reads: readonly Pick<UseQueryResult, "isLoading" | "isLoadingError" | "refetch">[];
  readonly records: readonly T[];
  /** The lists that the records are from, once they are loaded. */
  readonly lists: readonly (Pick<Listing<unknown>, "unreadable"> | undefined)[];
  readonly nameOf: (record: T) => string;
  readonly detailOf?: (record: T) => string | undefined;
  /** What is searched; the name if missing. */
  readonly textOf?: (record: T) => string;
  readonly open: (record: T) => unknown;
};

/** Graphemes of a text that name a post. */
const named = 120;

const textName = ({ id, text_content }: { id: Id; text_content?: string | null | undefined }) =>
  preview((text_content ?? "").replace(/\s+/g, " ").trim(), named) || `#${id}`;

const statusWords: Readonly<Record<string, string>> = {
  pending_approval: "Pending",
  approved: "Approved",
  rejected: "Rejected",
};

const statusTab = ({ status }: QueueItem) =>
  status === "approved" || status === "rejected" ? status : "pending";

/**
 * The records that the palette searches, of the active group. What the caches lack is read when the
 * palette opens, and the pools, which are large, with the first letter.
 */
export function usePaletteKinds(group: Group | undefined, typed: string): readonly Kind[] {
  const navigate = useNavigate();
  const hasTyped = typed.trim() !== "";
  const canFilter = useOffered(groupFilterCapability);
  const canReopen = useOffered(queueApi.reopen);
  const canOpenPost = useOffered(schedulerApi.detail);
  const asked = canFilter ? group?.id : undefined;
  const ofGroup = { enabled: group !== undefined };
  const groupId = group?.id ?? "";

  const categories = useQuery({ ...categoryQueries.ofGroup(groupId), ...ofGroup });
  const accounts = useQuery({ ...accountQueries.ofGroup(groupId), ...ofGroup });
  const products = useQuery(productQueries.list());
  const templates = useQuery(memeTemplateQueries.list());
  const queue = useQuery({ ...queueQueries.search(asked, canReopen), ...ofGroup });
  const waiting = useQuery({ ...schedulerQueries.waiting(asked), ...ofGroup });
  const status = useQuery({
    ...schedulerQueries.status(asked),
    ...ofGroup,
    refetchInterval: false,
  });
  const inGroup = categories.data?.items ?? [];
  const pools = useQueries({
    queries: inGroup.map(({ id }) => ({
      ...contentQueries.items(id, everything),
      enabled: hasTyped,
      refetchInterval: false as const,
    })),
  });

  const found = <T extends { readonly id: Id }>(source: Source<T>): Kind => {
    const { name, heading, icon, openAll, reads, nameOf, detailOf, open } = source;
    const hits = findRecords(source.records, source.textOf ?? nameOf, typed);
    const failed = reads.filter((read) => read.isLoadingError);
    return {
      name,
      heading,
      icon,
      openAll,
      more: hits.more,
      hits: hits.shown.map((record) => ({
        id: record.id,
        name: nameOf(record),
        detail: detailOf?.(record),
        isExact: record === hits.exact,
        open: () => open(record),
      })),
      isLoading: reads.some((read) => read.isLoading),
      unreadable: source.lists.reduce((sum, list) => sum + (list?.unreadable ?? 0), 0),
      retry: failed.length > 0 ? () => void failed.map((read) => read.refetch()) : undefined,
    };
  };

  const openCategory = (category: Category) =>
    navigate({
      to: "/dashboard/content",
      search: { category: category.id, archived: isArchived(category) },
    });
  const toPublishing = (search: { tab?: "media" | "text"; post?: Id } = {}) =>
    navigate({ to: "/dashboard/publishing", search });

  const categoriesFound = found({
    name: "categories",
    heading: `Categories of ${group?.name}`,
    icon: Tag,
    reads: [categories],
    lists: [categories.data],
    records: inGroup,
    nameOf: categoryName,
    open: openCategory,
    openAll: () => navigate({ to: "/dashboard/config", search: { tab: "evergreen" } }),
  });
  if (!hasTyped) return [{ ...categoriesFound, retry: undefined, isLoading: false }];

  // A backend that cannot filter sends the posts of all groups.
  const isOwn = ({ group_name }: QueueItem) =>
    canFilter || !group_name || group_name === group?.name;
  const own = accounts.data?.items;
  const scheduled = [
    ...(status.data?.failed_posts.items ?? []),
    ...(waiting.data?.items ?? []),
  ].filter(
    ({ social_account: on }) =>
      canFilter ||
      !on ||
      !own ||
      own.some(
        ({ platform_type, platform_username }) =>
          platform_type === on.platform_type && platform_username === on.platform_username,
      ),
  );
  const items = pools.flatMap(({ data }, at) =>
    (data?.items ?? []).map((item) => ({ item, category: inGroup[at] })),
  );
  const categoryOf = new Map(items.map(({ item, category }) => [item, category]));

  return [
    categoriesFound,
    found({
      name: "posts in the queue",
      heading: "Posts in the queue",
      icon: SquarePen,
      reads: [queue],
      lists: [queue.data],
      records: (queue.data?.items ?? []).filter(isOwn),
      nameOf: textName,
      detailOf: ({ status }: QueueItem) => statusWords[status ?? ""],
      textOf: ({ text_content, title }) => `${title ?? ""} ${text_content ?? ""}`,
      open: (post) =>
        navigate({
          to: "/dashboard/publishing",
          search: {
            tab: kindOf(post),
            status: statusTab(post),
            item: post.id,
            of: canFilter ? "group" : "all",
          },
        }),
      openAll: () => toPublishing(),
    }),
    found({
      name: "scheduled posts",
      heading: "Scheduled and failed posts",
      icon: Send,
      reads: [waiting, status],
      lists: [waiting.data, status.data?.failed_posts],
      records: scheduled,
      nameOf: ({ id, content_queue_item }) =>
        textName({ id, text_content: content_queue_item?.text_content }),
      detailOf: accountOf,
      textOf: (post) => `${post.content_queue_item?.text_content ?? ""} ${accountOf(post)}`,
      open: (post) =>
        toPublishing({
          tab: kindOf(post.content_queue_item),
          ...(canOpenPost && { post: post.id }),
        }),
      openAll: () => toPublishing(),
    }),
    found({
      name: "content items",
      heading: "Content items",
      icon: FileText,
      reads: pools,
      lists: pools.map(({ data }) => data),
      records: items.map(({ item }) => item),
      nameOf: textName,
      detailOf: (item) => {
        const category = categoryOf.get(item);
        return category && categoryName(category);
      },
      textOf: ({ text_content, title }) => `${title ?? ""} ${text_content ?? ""}`,
      open: (item) => {
        const category = categoryOf.get(item);
        return category && openCategory(category);
      },
      openAll: () => navigate({ to: "/dashboard/content" }),
    }),
    found({
      name: "accounts",
      heading: `Accounts of ${group?.name}`,
      icon: UserRound,
      reads: [accounts],
      lists: [accounts.data],
      records: own ?? [],
      nameOf: ({ id, platform_username }) => platform_username || `Account ${id}`,
      detailOf: ({ platform_type }) => platformLabel(platform_type),
      textOf: ({ platform_type, platform_username }) =>
        `${platform_username ?? ""} ${platformLabel(platform_type)}`,
      open: () => navigate({ to: "/dashboard/config", search: { tab: "accounts" } }),
      openAll: () => navigate({ to: "/dashboard/config", search: { tab: "accounts" } }),
    }),
    found({
      name: "products",
      heading: "Products",
      icon: Package,
      reads: [products],
      lists: [products.data],
      records: products.data?.items ?? [],
      nameOf: ({ id, name }) => name || `Product ${id}`,
      open: ({ id }) =>
        navigate({ to: "/dashboard/config", search: { product: id }, hash: "products" }),
      openAll: () => navigate({ to: "/dashboard/config", hash: "products" }),
    }),
    found({
      name: "meme templates",
      heading: "Meme templates",
      icon: Image,
      reads: [templates],
      lists: [templates.data],
      records: templates.data?.items ?? [],
      nameOf: ({ id, name }) => name || `Template ${id}`,
      open: ({ id }) =>
        navigate({ to: "/dashboard/config", search: { template: id }, hash: "meme-templates" }),
      openAll: () => navigate({ to: "/dashboard/config", hash: "meme-templates" }),
    }),
  ];
}

/** Hits of one kind that the palette lists. */
const mostHits = 8;

type Hits<T> = {
  readonly shown: readonly T[];
  /** The record whose id was typed; the first of those shown. */
  readonly exact: T | undefined;
  /** The number of hits that are not shown. */
  readonly more: number;
};

/** Searchable texts of records, because every key press searches thousands of them. */
const texts = new WeakMap<object, string>();

function textOnce<T extends object>(record: T, textOf: (record: T) => string) {
  const text = texts.get(record) ?? searchable(textOf(record));
  texts.set(record, text);
  return text;
}

/** Finds records by the words of their text, or by their whole id: '54' or '#54'. */
export function findRecords<T extends { readonly id: Id }>(
  records: readonly T[],
  textOf: (record: T) => string,
  typed: string,
): Hits<T> {
  const id = typed.trim().replace(/^#/, "");
  const words = searchedWords(typed);
  const exact = records.find((record) => String(record.id) === id);
  const others = records.filter((record) => {
    if (record === exact) return false;
    const text = textOnce(record, textOf);
    return words.every((word) => text.includes(word));
  });
  const hits = exact ? [exact, ...others] : others;
  return { shown: hits.slice(0, mostHits), exact, more: Math.max(0, hits.length - mostHits) };
}
