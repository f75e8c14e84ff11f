import { useState } from "react";
import { Button } from "@/shared/ui/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { starterTemplate } from "../starter-template";
import type { useSettingsForm } from "./use-settings-form";

type InsertStarterProps = { form: ReturnType<typeof useSettingsForm>["form"] };

/** Inserts the starter into both templates; asks before it replaces other text. */
export function InsertStarter({ form }: InsertStarterProps) {
  const [isAsking, setAsking] = useState(false);
  const { getValues, setValue } = form;

  function insert() {
    setAsking(false);
    const how = { shouldDirty: true, shouldValidate: true };
    setValue("subject_template", starterTemplate.subject, how);
    setValue("mjml_template", starterTemplate.mjml, how);
  }

  function ask() {
    const { subject_template, mjml_template } = getValues();
    const isKept =
      [starterTemplate.subject, ""].includes(subject_template.trim()) &&
      [starterTemplate.mjml.trim(), ""].includes(mjml_template.trim());
    if (isKept) insert();
    else setAsking(true);
  }

  return (
    <>
      <Button variant="ghost" size="sm" onClick={ask}>
        Insert starter template
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Replace the templates?"
        confirm="Replace"
        onConfirm={insert}
      >
        The starter template replaces the current subject and MJML. Nothing is saved yet.
      </ConfirmDialog>
    </>
  );
}
