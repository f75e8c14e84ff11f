import { type PlatformType, platforms, platformTypes } from "@/entities/account/platforms";
import { z } from "@/shared/config/zod";

/** What the API takes for a new account; which credentials a platform needs is the platform's record. */
export const newAccountSchema = z.strictObject({
  platform_type: z.enum(platformTypes),
  platform_username: z.string().trim().max(200).nullable(),
  credentials: z.record(z.string().max(100), z.string().max(10_000)),
});

/** New credentials in the place of all the stored ones. */
export const credentialsSchema = newAccountSchema.pick({ credentials: true });

/** What the platform answered when it was asked for a post's figures. */
export const performanceFetchSchema = z.object({
  success: z.boolean(),
  message: z.string().nullish(),
  error: z.string().nullish(),
});

/** The platforms whose accounts are added by typing their keys. */
export const addablePlatforms = platformTypes.filter(
  (type) => platforms[type].connects === "credentials",
);

/** No key typed yet, of whatever platform: every field that may be shown has its place. */
export const blankCredentials: Record<string, string> = Object.fromEntries(
  platformTypes.flatMap((type) => platforms[type].fields.map(({ name }) => [name, ""])),
);

/** A new account as its form holds it (input) and as the API wants it (output). */
export const accountFormSchema = z
  .object({
    platform_type: z.enum(platformTypes),
    platform_username: z.string().trim().max(200, "At most 200 characters."),
    credentials: z.record(z.string(), z.string().trim()),
  })
  // All that may be missing is looked at in one go, so that all of it is said at once.
  .superRefine(({ platform_type, platform_username, credentials }, context) => {
    if (!platform_username) {
      context.addIssue({
        code: "custom",
        path: ["platform_username"],
        message: "Username is required.",
      });
    }
    for (const { name, label } of requiredFields(platform_type)) {
      if (credentials[name]) continue;
      context.addIssue({
        code: "custom",
        path: ["credentials", name],
        message: `${label} is required.`,
      });
    }
  })
  .transform(({ credentials, ...account }) => ({
    ...account,
    // What was left empty is not sent: an empty key would overwrite none with nothing.
    credentials: Object.fromEntries(
      Object.entries(credentials).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ),
  }));

const requiredFields = (type: PlatformType) =>
  platforms[type].fieldsRequired ? platforms[type].fields : [];
