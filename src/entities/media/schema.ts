import { z } from "@/shared/config/zod";

/** The address of an uploaded file: a path on the backend, `/media/store/{hash}.jpg`. */
export const uploadedSchema = z.object({ url: z.string() });
