import { reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

const MAX_RESETS = 10;

const kept = globalThis as {
  /** Makes a stub of each object of a site or counter that was used since the storage was emptied. */
  usedObjects?: Map<string, () => DurableObjectStub>;
};

/** Records the objects that are used from now on, in whatever way: all bindings inherit the recorded methods. */
function recordObjects(): Map<string, () => DurableObjectStub> {
  const used = new Map<string, () => DurableObjectStub>();
  const bindings: Pick<typeof env.SITES, "get" | "getByName"> = Object.getPrototypeOf(env.SITES);
  const { get, getByName } = bindings;
  bindings.get = function (this: typeof env.SITES, id, options) {
    used.set(`${id}`, () => get.call(this, id));
    return get.call(this, id, options);
  };
  bindings.getByName = function (this: typeof env.SITES, name, options) {
    const id = this.idFromName(name);
    used.set(`${id}`, () => get.call(this, id));
    return getByName.call(this, name, options);
  };
  return used;
}

/** `reset` keeps the storage of an object that is not running: one that was idle for ten seconds, or evicted. */
async function startObjects(objects: Iterable<() => DurableObjectStub>): Promise<void> {
  for (const stub of objects) await runInDurableObject(stub(), () => {});
}

/**
 * Empties the objects, the database and the files. The last two are kept in objects, too, which the questions that
 * check them start.
 */
export async function emptyStorage(): Promise<void> {
  kept.usedObjects ??= recordObjects();
  await startObjects(kept.usedObjects.values());
  kept.usedObjects.clear();
  for (let times = 0; times < MAX_RESETS; times++) {
    await reset();
    const tables = "select count(*) as held from sqlite_master where name = 'users'";
    const isEmpty = (await env.DB.prepare(tables).first("held")) === 0;
    if (isEmpty && (await env.FILES.list({ limit: 1 })).objects.length === 0) return;
  }
  throw new Error("the storage of the file before is not empty after it was reset");
}
