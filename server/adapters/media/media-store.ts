import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { MediaStore } from "../../ports/media-store.ts";
import { createFolderStore } from "./folder.ts";
import { createS3Store } from "./s3.ts";

/**
 * Returns the store of this deployment for files that operators upload: S3 if that is set up and
 * the world is live, else `DATA_DIR/media`. A sandbox reaches nothing outside, whatever is set up.
 */
export const createMediaStore = ({
  dataDir,
  s3,
  live,
}: Pick<Config, "dataDir" | "s3" | "live">): MediaStore =>
  s3 && live
    ? createS3Store({ ...s3, incoming: join(dataDir, "incoming") })
    : createFolderStore(join(dataDir, "media"));
