import { open, rename } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { SECOND_MS } from "#domain/units/durations.ts";
import { Failure } from "../failure.ts";

const POLL_MS = SECOND_MS;
const TOO_FAST = 429;

const answer = z.object({ message: z.string(), data: z.unknown().optional() });
const listed = z.object({
  archives: z.array(
    z.object({
      archiveId: z.int(),
      phase: z.string(),
      name: z.string(),
      failure: z.string().nullish(),
      failureFile: z.string().nullish(),
      failureRow: z.int().nullish(),
      differences: z.int().nullish(),
      siteKey: z.string().nullish(),
    }),
  ),
});
export type ListedArchive = z.infer<typeof listed>["archives"][number];

/** A session at a running portal, with which archives are exported and imported. */
export class PortalClient {
  readonly #url: string;
  readonly #token: string;
  readonly #password: string;

  private constructor(url: string, token: string, password: string) {
    this.#url = url;
    this.#token = token;
    this.#password = password;
  }

  /** @throws Failure if the portal refuses */
  static async signIn(url: string, account: string, password: string): Promise<PortalClient> {
    const client = new PortalClient(url, "", password);
    const login = await client.request("/auth/v2/login", { account, password });
    const { token } = z.object({ token: z.string() }).parse(login);
    return new PortalClient(url, token, password);
  }

  /** Calls an operation, again if it was called too fast. @throws Failure */
  async request(path: string, body: object | FormData): Promise<unknown> {
    const isForm = body instanceof FormData;
    for (;;) {
      const response = await fetch(new URL(`/api${path}`, this.#url), {
        method: "POST",
        headers: {
          ...(this.#token !== "" && { Authorization: this.#token }),
          ...(!isForm && { "Content-Type": "application/json" }),
        },
        body: isForm ? body : JSON.stringify(body),
      });
      if (response.status === TOO_FAST && this.#token !== "") {
        await response.body?.cancel();
        await setTimeout(Number(response.headers.get("Retry-After") ?? 1) * SECOND_MS);
        continue;
      }
      const { message, data } = answer.parse(await response.json());
      if (response.ok) return data;
      throw new Failure(`${path}: ${message}`);
    }
  }

  /**
   * Orders an archive and stores it in a file.
   * @param siteId the site; null for the user's own data
   */
  async exportTo(file: string, siteId: number | null): Promise<void> {
    const confirm = { password: this.#password };
    const ordered =
      siteId === null
        ? await this.request("/user/v2/archive/add", { confirm })
        : await this.request("/site/v2/archive/add", { id: siteId, confirm });
    const { archiveId } = z.object({ archiveId: z.int() }).parse(ordered);
    await this.waitFor(archiveId);
    const found = await this.request("/user/v2/archive/download", { archiveId });
    const { file: path } = z.object({ file: z.string() }).parse(found);
    await this.download(path, file);
    await this.request("/user/v2/archive/delete", { archiveId });
  }

  /**
   * Stores a file of the portal under a name, which it gets when it is complete.
   * @throws Failure
   */
  async download(path: string, file: string): Promise<void> {
    const response = await fetch(new URL(path, this.#url), {
      headers: { Authorization: this.#token },
    });
    if (!response.ok || response.body === null) throw new Failure(`${path} cannot be read.`);
    const part = `${file}.part`;
    const handle = await open(part, "w");
    try {
      for await (const bytes of response.body) await handle.write(bytes);
    } finally {
      await handle.close();
    }
    await rename(part, file);
  }

  /** Uploads an archive and waits until it is imported. */
  async importFrom(file: string, name: string): Promise<ListedArchive> {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      const begun = await this.request("/user/v2/archive/import/add", { name, size });
      const { archiveId, partBytes, parts } = z
        .object({ archiveId: z.int(), partBytes: z.int(), parts: z.int() })
        .parse(begun);
      for (let number = 1; number <= parts; number++) {
        const bytes = new Uint8Array(partBytes);
        const at = (number - 1) * partBytes;
        const { bytesRead } = await handle.read(bytes, 0, partBytes, at);
        const form = new FormData();
        form.set("archiveId", String(archiveId));
        form.set("number", String(number));
        form.set("file", new Blob([bytes.subarray(0, bytesRead)]), "part");
        await this.request("/user/v2/archive/import/part", form);
      }
      await this.request("/user/v2/archive/import/start", { archiveId });
      return await this.waitFor(archiveId);
    } finally {
      await handle.close();
    }
  }

  /** Waits until a task has ended. @throws Failure if it failed */
  async waitFor(archiveId: number): Promise<ListedArchive> {
    for (;;) {
      const { archives } = listed.parse(await this.request("/user/v2/archive/list", {}));
      const task = archives.find((each) => each.archiveId === archiveId);
      if (task === undefined) throw new Failure("The archive was deleted meanwhile.");
      if (task.failure != null) {
        const row = task.failureRow == null ? "" : `, row ${task.failureRow}`;
        const where = task.failureFile == null ? "" : ` in ${task.failureFile}${row}`;
        throw new Failure(`The portal reports ${task.failure}${where}. Nothing was imported.`);
      }
      if (task.phase === "done") return task;
      await setTimeout(POLL_MS);
    }
  }
}
