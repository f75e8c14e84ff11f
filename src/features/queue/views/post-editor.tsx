import { useRef } from "react";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import type { EditFormProps } from "../forms/edit-form";
import styles from "./approval-queue.module.css";
import { OnDemand } from "./on-demand";

const EditForm = lazyWithPreload(() => import("../forms/edit-form").then((part) => part.EditForm), {
  preloadWhenSettled: true,
});

/** The form that corrects a post, in place of its text and buttons on the card. */
export function PostEditor({ onClose, ...form }: EditFormProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.editor} ref={place}>
      <OnDemand
        fallback={
          <Loading label="Loading form">
            <Skeleton height={160} radius={6} />
          </Loading>
        }
      >
        <EditForm
          {...form}
          onClose={(saved) => {
            // The focused button is removed with the form: the card keeps the keyboard's place.
            place.current?.closest<HTMLElement>("[data-post]")?.focus();
            onClose(saved);
          }}
        />
      </OnDemand>
    </div>
  );
}
