import { z } from "@/shared/config/zod";

/** Where an uploaded file is: a path on the backend, `/media/store/{hash}.jpg`. */
export const uploadedSchema = z.object({ url: z.string() });
