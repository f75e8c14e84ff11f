import { categoryQueries } from "@/entities/category";
import { useCommand } from "@/shared/query/use-command";
import { categoriesApi } from "./contract";

export const useAddCategory = () =>
  useCommand(categoriesApi.add, {
    success: "Category added.",
    failure: "Failed to create category.",
    isShownInPlace: true,
    refreshes: [categoryQueries.all(), ["generation"]],
  });
