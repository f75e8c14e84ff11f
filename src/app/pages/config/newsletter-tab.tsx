import type { Group } from "@/entities/group";
import { LastNewsletter, NewsletterSettings, NewsletterSubscribers } from "@/features/newsletter";
import styles from "./tab-parts.module.css";

export const NewsletterTab = ({ group }: { group: Group }) => (
  <div className={styles.parts}>
    <NewsletterSettings group={group} />
    <NewsletterSubscribers group={group.id} />
    <LastNewsletter group={group.id} />
  </div>
);
