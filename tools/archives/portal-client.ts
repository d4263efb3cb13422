import { open, rename } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { SECOND_MS } from "#domain/units/durations.ts";
import { describeError, Failure } from "../failure.ts";

const POLL_MS = SECOND_MS;
const TOO_FAST = 429;

/** Calls that may be repeated if the connection breaks, whether or not the portal has received them. */
const REPEATABLE = [
  "/user/v2/archive/list",
  "/user/v2/archive/download",
  "/user/v2/archive/import/part",
];
const MAX_ATTEMPTS = 5;
const SITE_ID = /^[1-9]\d{0,14}$/;
/** Sites with a text in their name among which the one with exactly this name is found. */
const MAX_NAMED = 100;

const sites = z.object({ list: z.array(z.object({ id: z.int(), name: z.string() })) });
const answer = z.object({ message: z.string(), data: z.unknown().optional() });
const listed = z.object({
  archives: z.array(
    z.object({
      archiveId: z.int(),
      phase: z.string(),
      name: z.string(),
      progress: z.number(),
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
  /** Receives the state of the task that is waited for, each second. */
  onProgress: (task: Pick<ListedArchive, "phase" | "progress">) => void = () => {};

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

  /** Calls an operation, again if it was called too fast or its connection broke. @throws Failure */
  async request(path: string, body: object | FormData): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.#send(path, body).catch((error: unknown) => {
        if (attempt < MAX_ATTEMPTS && REPEATABLE.includes(path)) return null;
        throw new Failure(`${path}: ${this.#url} cannot be reached (${describeError(error)}).`);
      });
      if (response === null) {
        await setTimeout(attempt * SECOND_MS);
        continue;
      }
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

  #send(path: string, body: object | FormData): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(new URL(`/api${path}`, this.#url), {
      method: "POST",
      headers: {
        ...(this.#token !== "" && { Authorization: this.#token }),
        ...(!isForm && { "Content-Type": "application/json" }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
  }

  /**
   * Finds a site of the account.
   * @param named its id, or its whole name
   * @throws Failure without such a site, or with several of the name
   */
  async findSite(named: string): Promise<number> {
    if (SITE_ID.test(named)) return Number(named);
    const input = { search: named, page: 1, size: MAX_NAMED };
    const { list } = sites.parse(
      await this.request("/site/v4/getListBySearchFilterAndReorder", input),
    );
    const [site, ...more] = list.filter(({ name }) => name === named);
    if (site === undefined) throw new Failure(`The account has no site with the name ${named}.`);
    if (more.length === 0) return site.id;
    const ids = [site, ...more].map(({ id }) => id).join(", ");
    throw new Failure(`Several sites have the name ${named}. Name one by its id: ${ids}.`);
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
      this.onProgress(task);
      await setTimeout(POLL_MS);
    }
  }
}
