import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { type PlatformType, platforms } from "@/entities/account";
import { SecretField, TextField } from "@/shared/forms/fields";

type CredentialFieldsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  platform: PlatformType;
};

/** What a platform wants to know of an account, as its record says. */
export function CredentialFields<
  Values extends FieldValues & { credentials: Record<string, string> },
  Output,
>({ control, platform }: CredentialFieldsProps<Values, Output>) {
  const { fields, fieldsRequired } = platforms[platform];
  return fields.map(({ name, label, secret }) => {
    const shared = {
      control,
      // Both forms keep their keys under `credentials`, which a type parameter cannot say of a path.
      name: `credentials.${name}` as FieldPath<Values>,
      label,
      required: fieldsRequired,
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
