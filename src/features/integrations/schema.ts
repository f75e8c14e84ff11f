import { requiredText } from "@/shared/api/fields";
import { idSchema } from "@/shared/api/id";
import { lenient } from "@/shared/api/reply/lenient";
import { z } from "@/shared/config/zod";

const key = (label: string) => requiredText(4000, `${label} is required.`);

const noAdAccount = "Please fetch and select an ad account, and provide a token.";

export const newShopifySchema = z.strictObject({
  platform: z.literal("shopify"),
  store_name: requiredText(200, "Store name is required."),
  credentials: z.strictObject({
    api_key: key("API key"),
    password: key("Access token"),
    webhook_secret: key("Webhook secret"),
  }),
});

export const newFacebookAdsSchema = z.strictObject({
  platform: z.literal("facebook_ads"),
  store_name: requiredText(200, noAdAccount),
  credentials: z.strictObject({ user_access_token: requiredText(4000, noAdAccount) }),
});

/**
 * The same as form values. Without a token there is no account to select either, so the full
 * sentence is shown once, below the account.
 */
export const facebookAdsFormSchema = z.extend(newFacebookAdsSchema, {
  credentials: z.strictObject({ user_access_token: key("User access token") }),
});

export const usualRegion = "us-east-1";

export const newAmazonSesSchema = z.strictObject({
  platform: z.literal("amazon_ses"),
  store_name: requiredText(254, { error: "Sender email is required.", abort: true }).check(
    z.regex(z.regexes.email, "Sender email must be an email address like news@example.com."),
  ),
  // The server asks for them itself, unless it sends mail by SMTP.
  credentials: z.optional(
    z.strictObject({
      aws_access_key_id: key("AWS access key ID"),
      aws_secret_access_key: key("AWS secret access key"),
      // The region becomes part of an address at Amazon.
      aws_region: z._default(
        z
          .string()
          .check(
            z.trim(),
            z.minLength(1, { error: "AWS region is required.", abort: true }),
            z.regex(
              /^[a-z]{2,4}(-[a-z]{1,12}){1,3}-\d{1,2}$/,
              "AWS region must look like us-east-1.",
            ),
          ),
        usualRegion,
      ),
    }),
  ),
});

/** The request body of a new integration, by platform. */
export const newIntegrationSchema = z.discriminatedUnion(
  "platform",
  [newShopifySchema, newFacebookAdsSchema, newAmazonSesSchema],
  {
    error: ({ code }) =>
      code === "invalid_union"
        ? "Platform must be shopify, facebook_ads or amazon_ses."
        : undefined,
  },
);

export type NewIntegration = z.output<typeof newIntegrationSchema>;

/** The request body that copies a shop to another group. */
export const copyIntegrationSchema = z.strictObject({
  source_integration_id: idSchema,
  target_group_id: idSchema,
});

/** The choice as form values: a select holds text only. */
export const copyFormSchema = z.object({
  source_integration_id: z.string().check(z.minLength(1, "Please select an integration to copy.")),
});

export const adAccountsRequestSchema = z.strictObject({
  user_access_token: requiredText(4000, "Access token is required."),
});

export const adAccountSchema = z.object({ id: idSchema, name: lenient(z.nullable(z.string())) });

export type AdAccount = z.output<typeof adAccountSchema>;
