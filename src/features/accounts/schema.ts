import { type PlatformType, platforms, platformTypes } from "@/entities/account/platforms";
import { blankKeys } from "@/shared/api/credential-field";
import { lenient } from "@/shared/api/lenient";
import { z } from "@/shared/config/zod";

/** What the API takes for a new account; which credentials a platform needs is the platform's record. */
export const newAccountSchema = z.strictObject({
  platform_type: z.enum(platformTypes),
  platform_username: z.nullable(z.string().check(z.trim(), z.maxLength(200))),
  credentials: z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(10_000))),
});

/** New credentials in the place of all the stored ones. */
export const credentialsSchema = z.pick(newAccountSchema, { credentials: true });

/** What the platform answered when it was asked for a post's figures. */
export const performanceFetchSchema = z.object({
  success: lenient(z.boolean()),
  message: lenient(z.nullable(z.string())),
  error: lenient(z.nullable(z.string())),
});

/** What can be chosen from, in the order it is offered. */
export const platformChoices = platformTypes.map((type) => ({
  value: type,
  label: platforms[type].label,
}));

/** No key typed yet, of whatever platform: every field that may be shown has its place. */
export const blankCredentials = blankKeys(platformTypes.flatMap((type) => platforms[type].fields));

const typedCredentials = z.record(z.string(), z.string().check(z.trim()));

/** A new account as its form holds it (input) and as the API wants it (output). */
export const accountFormSchema = z.pipe(
  z
    .object({
      platform_type: z.enum(platformTypes),
      platform_username: z.string().check(z.trim(), z.maxLength(200, "At most 200 characters.")),
      credentials: typedCredentials,
    })
    .check(
      // All that may be missing is looked at in one go, so that all of it is said at once.
      z.superRefine(({ platform_type, platform_username, credentials }, context) => {
        if (!platform_username && platforms[platform_type].connects !== "oauth") {
          context.addIssue({
            code: "custom",
            path: ["platform_username"],
            message: "Username is required.",
          });
        }
        for (const issue of missingIn(platform_type, credentials)) context.addIssue(issue);
      }),
    ),
  z.transform(({ credentials, ...account }) => ({
    ...account,
    credentials: onlyTyped(credentials),
  })),
);

/** New credentials of an account that is there, by the same rule as those of a new one. */
export const credentialsFormSchema = (type: PlatformType) =>
  z.pipe(
    z.object({ credentials: typedCredentials }).check(
      z.superRefine(({ credentials }, context) => {
        for (const issue of missingIn(type, credentials)) context.addIssue(issue);
      }),
    ),
    z.transform(({ credentials }) => ({ credentials: onlyTyped(credentials) })),
  );

function missingIn(type: PlatformType, credentials: Readonly<Record<string, string>>) {
  const { fields, fieldsRequired } = platforms[type];
  return (fieldsRequired ? fields : [])
    .filter(({ name }) => !credentials[name])
    .map(({ name, label }) => ({
      code: "custom" as const,
      path: ["credentials", name],
      message: `${label} is required.`,
    }));
}

/** What was left empty is not sent: an empty key would overwrite none with nothing. */
const onlyTyped = (credentials: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(credentials).filter(([, value]) => value !== ""));
