import { join, resolve } from "node:path";
import { z } from "zod";
import { StartError } from "../kernel/fault.ts";
import { type Given, isOrigin } from "./formats.ts";

/** The places of data and files, and what seals them. */
export const storageVariables = {
  DATABASE_URL: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol),
      "must look like postgres://user:password@host:5432/database",
    )
    .optional(),
  DATA_DIR: z.string().default("data"),
  S3_ENDPOINT: z
    .string()
    .refine(isOrigin, "must be an address like https://s3.example.com, without a path")
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  SECRET_KEY: z.string().optional(),
  SECRET_KEY_FILE: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12, "must be at least 12 characters").optional(),
};

type Variables = Given<typeof storageVariables>;

export type Storage = {
  /** Undefined for PGlite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** An absolute path. */
  readonly dataDir: string;
  /** Undefined for the folder `media` in `dataDir`. */
  readonly s3: S3 | undefined;
  /** The keys as text, or the file that has them; undefined for `secret.key` in `dataDir`. */
  readonly secretKey: { readonly text: string } | { readonly file: string } | undefined;
  /** Seals backups, and opens sealed ones. */
  readonly backupPassphrase: string | undefined;
};

/** S3-compatible storage for the files that operators upload. */
export type S3 = {
  /** `https://s3.eu-central-1.amazonaws.com` */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** Returns the folder of the files that platforms fetch. */
export const outboxOf = ({ dataDir }: Pick<Storage, "dataDir">) => join(dataDir, "outbox");

export const readStorage = (given: Variables): Storage => ({
  databaseUrl: given.DATABASE_URL,
  dataDir: resolve(given.DATA_DIR),
  s3: readS3(given),
  secretKey: readSecretKey(given),
  backupPassphrase: given.BACKUP_PASSPHRASE,
});

function readS3(given: Variables): S3 | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = given;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    return { endpoint, bucket, region, accessKeyId, secretAccessKey };
  }
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return undefined;
  throw new StartError(
    "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.",
  );
}

function readSecretKey({
  SECRET_KEY: text,
  SECRET_KEY_FILE: file,
}: Variables): Storage["secretKey"] {
  if (text !== undefined && file !== undefined) {
    throw new StartError("SECRET_KEY and SECRET_KEY_FILE must not be set together.");
  }
  if (text !== undefined) return { text };
  return file === undefined ? undefined : { file: resolve(file) };
}
