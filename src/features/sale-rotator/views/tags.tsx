import styles from "./change.module.css";

type TagsProps = { tags: readonly string[]; action: "add" | "remove" };

/** Shows the shop's tags that are added or removed. */
export const Tags = ({ tags, action }: TagsProps) => (
  <span className={styles.tags}>
    {tags.map((tag) => (
      <code key={tag} data-action={action}>
        {action === "add" ? "+" : "−"} {tag}
      </code>
    ))}
  </span>
);
