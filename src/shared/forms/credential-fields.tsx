import type { Control, FieldPath, FieldValues } from "react-hook-form";
import type { CredentialField } from "@/shared/api/credential-field";
import { SecretField, TextField } from "./fields";

type CredentialFieldsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** Whose they are. */
  platform: string;
  fields: readonly CredentialField[];
  required: boolean;
};

/** What a platform wants to know, as its record says. */
export function CredentialFields<
  Values extends FieldValues & { credentials: Readonly<Record<string, string | undefined>> },
  Output,
>({ control, platform, fields, required }: CredentialFieldsProps<Values, Output>) {
  return fields.map(({ name, label, secret }) => {
    const shared = {
      control,
      // Every form keeps its keys under `credentials`, which a type parameter cannot say of a path.
      name: `credentials.${name}` as FieldPath<Values>,
      label,
      required,
    };
    // Another platform's field of the same name is another field: nothing typed goes over to it.
    const key = `${platform} ${name}`;
    return secret ? (
      <SecretField key={key} {...shared} />
    ) : (
      <TextField key={key} {...shared} autoComplete="off" />
    );
  });
}
