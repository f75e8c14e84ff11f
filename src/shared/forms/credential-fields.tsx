import type { Control, FieldPath, FieldValues } from "react-hook-form";
import type { CredentialField } from "@/shared/api/credential-field";
import { SecretField, TextField } from "./fields";

type CredentialFieldsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** The platform that the credentials belong to. */
  platform: string;
  fields: readonly CredentialField[];
  required: boolean;
};

/** Renders the fields for a platform's credentials, as its record lists them. */
export function CredentialFields<
  Values extends FieldValues & { credentials: Readonly<Record<string, string | undefined>> },
  Output,
>({ control, platform, fields, required }: CredentialFieldsProps<Values, Output>) {
  return fields.map(({ name, label, secret }) => {
    const shared = {
      control,
      // Every form keeps its keys under `credentials`, which the type of a generic path cannot
      // express.
      name: `credentials.${name}` as FieldPath<Values>,
      label,
      required,
    };
    // Another platform's field of the same name is a new field, so that typed text is not carried
    // over to it.
    const key = `${platform} ${name}`;
    return secret ? (
      <SecretField key={key} {...shared} />
    ) : (
      <TextField key={key} {...shared} autoComplete="off" />
    );
  });
}
