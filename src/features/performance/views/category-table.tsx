import type { ReactNode } from "react";
import type { Id } from "@/shared/api/id";
import { SkeletonRows } from "@/shared/ui/skeleton";
import { Table } from "@/shared/ui/table/table";
import type { CategorySummary } from "../ranking";
import styles from "./by-category.module.css";
import { Engagement, FigureCell } from "./figures";

type CategoryTableProps = {
  categories: readonly CategorySummary[];
  link: (category: Id, name: string) => ReactNode;
};

export const CategoryTable = ({ categories, link }: CategoryTableProps) => (
  <Table label="Categories" className={styles.table}>
    <Heads />
    <tbody>
      {categories.map((category) => (
        <tr key={category.category_id}>
          <th scope="row" className={styles.name}>
            {link(category.category_id, category.category_name)}
          </th>
          <FigureCell label="Posts" value={category.total_posts} />
          <FigureCell label="Impressions" value={category.total_impressions} />
          <FigureCell label="Likes" value={category.total_likes} />
          <FigureCell label="Comments" value={category.total_comments} />
          <FigureCell label="Shares" value={category.total_shares} />
          <td data-label="Avg. engagement" data-align="end">
            <Engagement rate={category.average_engagement_rate} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);

const figures = ["Posts", "Impressions", "Likes", "Comments", "Shares", "Avg. engagement"];

const Heads = () => (
  <thead>
    <tr>
      <th scope="col">Category</th>
      {figures.map((label) => (
        <th key={label} scope="col" data-align="end">
          {label}
        </th>
      ))}
    </tr>
  </thead>
);

const figure = { width: 36, align: "end" } as const;

export const LoadingCategoryTable = () => (
  <Table label="Categories" className={styles.table}>
    <Heads />
    <tbody>
      <SkeletonRows
        rows={6}
        columns={[{}, figure, figure, figure, figure, figure, { ...figure, width: 64 }]}
      />
    </tbody>
  </Table>
);
