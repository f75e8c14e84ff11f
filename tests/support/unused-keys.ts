/** Keys and settings of services that a sandbox does not use. */
export const unusedKeys = {
  REDDIT_CLIENT_ID: "id",
  REDDIT_CLIENT_SECRET: "secret",
  TIKTOK_CLIENT_KEY: "key",
  TIKTOK_CLIENT_SECRET: "secret",
  TIKTOK_DIRECT: "1",
  AI_TEXT_URL: "https://ai.example.com/v1",
  AI_TEXT_KEY: "key",
  AI_TEXT_MODEL: "writer",
  S3_ENDPOINT: "https://s3.example.com",
  S3_BUCKET: "media",
  S3_REGION: "eu-central-1",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
};
