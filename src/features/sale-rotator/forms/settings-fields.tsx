import type { Control } from "react-hook-form";
import { NumberField, TextField } from "@/shared/forms/fields";
import type { SaleSettingsBody } from "../schema";
import styles from "./settings-form.module.css";

/** The number fields with their limits; the schema refuses all but whole numbers between them. */
const numbers = [
  { name: "rotator_count", label: "Rotator count", min: 0, max: 20 },
  { name: "rotator_no_change_count", label: "Rotator no-change count", min: 0, max: 20 },
  { name: "print_count", label: "Print count", min: 0, max: 10, of: "T-shirt/hoodie pairs" },
  { name: "cooldown_days", label: "Cooldown days", min: 7, max: 90, unit: "days" },
  { name: "rotator_discount_percent", label: "Rotator discount %", min: 5, max: 70, unit: "%" },
  { name: "print_discount_percent", label: "Print discount %", min: 5, max: 70, unit: "%" },
] as const;

type SettingsFieldsProps = { control: Control<SaleSettingsBody, unknown, SaleSettingsBody> };

export const SettingsFields = ({ control }: SettingsFieldsProps) => (
  <div className={styles.fields}>
    {numbers.map(({ name, label, min, max, ...more }) => (
      <NumberField
        key={name}
        control={control}
        name={name}
        label={label}
        required
        min={min}
        max={max}
        step={1}
        hint={"of" in more ? `${min} to ${max} ${more.of}` : `${min} to ${max}`}
        {...("unit" in more && { unit: more.unit })}
      />
    ))}
    <TextField
      control={control}
      name="sale_tag"
      label="Sale tag"
      required
      placeholder="sale"
      autoComplete="off"
      hint="The shop tag of products on sale"
    />
  </div>
);
