export {
  accountsWithContent,
  accountsWithContents,
  hasContentOut,
  listUnsettled,
  unsettledPosts,
} from "./duplicates.ts";
