import styles from "./brand.module.css";

export function BrandMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 18 18" fill="currentColor" aria-hidden="true">
      <rect x="1" y="10" width="4" height="7" rx="1" />
      <rect x="7" y="5.5" width="4" height="11.5" rx="1" />
      <rect x="13" y="1" width="4" height="16" rx="1" />
    </svg>
  );
}

export function Brand() {
  return (
    <span className={styles.brand}>
      <BrandMark className={styles.mark} />
      <span>Social Publishing Dashboard</span>
    </span>
  );
}
