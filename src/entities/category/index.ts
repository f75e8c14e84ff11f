export { categoryQueries } from "./queries";
export {
  type Category,
  categoryTypeLabel,
  categoryTypeLabels,
  categoryTypes,
  isArchived,
  isSalesType,
  postsPerDay,
} from "./schema";
