import type { Group } from "@/entities/group";
import { NewsletterSettings, NewsletterSubscribers } from "@/features/newsletter";
import styles from "./config-page.module.css";

export const NewsletterTab = ({ group }: { group: Group }) => (
  <div className={styles.parts}>
    <NewsletterSettings group={group} />
    <NewsletterSubscribers group={group.id} />
  </div>
);
