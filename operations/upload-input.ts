import { z } from "zod";

/**
 * One file of an upload, as an operation with `body: "upload"` finds it in its input under the name of its part. What
 * `type` and `name` say is the sender's word; only `bytes` can be relied on.
 */
export const uploadedFile = z.object({
  bytes: z.instanceof(Uint8Array),
  type: z.string(),
  name: z.string(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

/** Larger uploads than anything here takes, all parts together. */
export const MAX_UPLOAD_BYTES = 10 * 1_048_576;
