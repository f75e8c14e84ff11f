export { categoryQueries } from "./queries";
export {
  type Category,
  categoryName,
  categoryTypeLabel,
  categoryTypeLabels,
  categoryTypes,
  isArchived,
  isSalesType,
  postsPerDay,
} from "./schema";
