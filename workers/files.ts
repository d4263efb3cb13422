import type { FileStore } from "#operations/context.ts";

/** Returns the bucket with the interface that operations use. */
export function openFiles(bucket: R2Bucket): FileStore {
  return {
    async put(key, bytes, contentType) {
      await bucket.put(key, bytes, { httpMetadata: { contentType } });
    },
    async get(key) {
      return (await bucket.get(key))?.body ?? null;
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
