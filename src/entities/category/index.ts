export {
  type Category,
  categoryName,
  categoryTypeLabel,
  categoryTypeLabels,
  categoryTypes,
  isArchived,
  isSalesType,
  postsPerDay,
} from "./contract";
export { categoryQueries } from "./queries";
