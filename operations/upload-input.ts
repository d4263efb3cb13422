import { z } from "zod";

/**
 * A file of an upload, which the input of an operation with `body: "upload"` contains under the name of its part.
 * `type` and `name` are claims of the client; only `bytes` are reliable.
 */
export const uploadedFile = z.object({
  bytes: z.instanceof(Uint8Array),
  type: z.string(),
  name: z.string(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

/** Maximum size of an upload, all parts together; more than any operation accepts. */
export const MAX_UPLOAD_BYTES = 10 * 1_048_576;
