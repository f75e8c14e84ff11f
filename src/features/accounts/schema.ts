import { type PlatformType, platforms, platformTypes } from "@/entities/account/platforms";
import { blankKeys } from "@/shared/api/credential-field";
import { lenient } from "@/shared/api/reply/lenient";
import { z } from "@/shared/config/zod";

/** The request body of a new account. The platform's record lists the credentials it needs. */
export const newAccountSchema = z.strictObject({
  platform_type: z.enum(platformTypes),
  platform_username: z.nullable(z.string().check(z.trim(), z.maxLength(200))),
  credentials: z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(10_000))),
});

/** New credentials, which replace all stored ones. */
export const credentialsSchema = z.pick(newAccountSchema, { credentials: true });

/** The result of a trial request for a post's figures. */
export const performanceFetchSchema = z.object({
  success: lenient(z.boolean()),
  message: lenient(z.nullable(z.string())),
  error: lenient(z.nullable(z.string())),
});

/** The options of the platform select, in the order they are offered. */
export const platformChoices = platformTypes.map((type) => ({
  value: type,
  label: platforms[type].label,
}));

/** Blank values for the fields of all platforms, because the form may show any of them. */
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
      // One check for all required fields, so that all errors are shown at once.
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

/** New credentials of an existing account. They are checked like those of a new account. */
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

/** Omits empty keys, so that none is stored as an empty text. */
const onlyTyped = (credentials: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(credentials).filter(([, value]) => value !== ""));
