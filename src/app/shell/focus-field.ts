/** Focuses a field in the commit that mounts it: letters typed before an effect would be lost. */
export function focusField(field: HTMLInputElement | null) {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
