import type { FileStore } from "#operations/context.ts";

/** Returns the bucket with the interface that operations use. */
export function openFiles(bucket: R2Bucket): FileStore {
  return {
    async put(key, bytes, contentType) {
      await bucket.put(key, bytes, { httpMetadata: { contentType } });
    },
    async get(key, range) {
      return (await bucket.get(key, range && { range }))?.body ?? null;
    },
    async head(key) {
      const object = await bucket.head(key);
      return object === null ? null : { version: object.version, size: object.size };
    },
    async open(key) {
      const object = await bucket.get(key);
      return object === null ? null : { version: object.version, body: object.body };
    },
    async delete(keys) {
      await bucket.delete([...keys]);
    },
    async startUpload(key, contentType) {
      return (await bucket.createMultipartUpload(key, { httpMetadata: { contentType } })).uploadId;
    },
    async storePart({ key, uploadId }, number, bytes) {
      return (await bucket.resumeMultipartUpload(key, uploadId).uploadPart(number, bytes)).etag;
    },
    async completeUpload({ key, uploadId }, tags) {
      const parts = tags.map((etag, index) => ({ partNumber: index + 1, etag }));
      await bucket.resumeMultipartUpload(key, uploadId).complete(parts);
    },
    async abortUpload({ key, uploadId }) {
      // The store aborts what is left after a week.
      await bucket
        .resumeMultipartUpload(key, uploadId)
        .abort()
        .catch(() => undefined);
    },
    async list(cursor) {
      const page = await bucket.list(cursor === undefined ? {} : { cursor });
      const files = page.objects.map(({ key, uploaded }) => ({
        key,
        storedAt: uploaded.getTime(),
      }));
      return page.truncated ? { files, cursor: page.cursor } : { files };
    },
  };
}
