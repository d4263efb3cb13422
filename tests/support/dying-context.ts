import { env } from "cloudflare:workers";
import { connect } from "#database/connect.ts";
import type { Context } from "#operations/context.ts";

/** Before its n-th step, or right after it, when its effect stays and its result is lost. */
export type Death = { step: number; when: "before" | "after" };
type Count = { steps: number };

/** A statement knows the one it stands for. */
const originals = new WeakMap<object, D1PreparedStatement>();
const ASKS = ["all", "raw", "run", "first"] as const;

/** What is killed at one of its steps: each call of the store, and each question or batch to the database, is one. */
export function dyingContext(context: Context, death: Death | null): Context & Count {
  const count: Count = { steps: 0 };
  const take = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    const isLast = count.steps === death?.step;
    count.steps += 1;
    if (isLast && death?.when === "before") throw new Error("killed");
    const answer = await act();
    if (isLast) throw new Error("killed");
    return answer;
  };
  const { put, get, head, open, list, delete: remove } = context.files;
  const { startUpload, storePart, completeUpload, abortUpload } = context.files;
  const files: Context["files"] = {
    put: (...given) => take(() => put(...given)),
    get: (...given) => take(() => get(...given)),
    head: (...given) => take(() => head(...given)),
    open: (...given) => take(() => open(...given)),
    list: (...given) => take(() => list(...given)),
    delete: (...given) => take(() => remove(...given)),
    startUpload: (...given) => take(() => startUpload(...given)),
    storePart: (...given) => take(() => storePart(...given)),
    completeUpload: (...given) => take(() => completeUpload(...given)),
    abortUpload: (...given) => take(() => abortUpload(...given)),
  };
  const database = connect(dyingDatabase(take));
  return Object.defineProperty({ ...context, files, database, steps: 0 }, "steps", {
    get: () => count.steps,
  });
}

type Take = <Answer>(act: () => Promise<Answer>) => Promise<Answer>;

function dyingDatabase(take: Take): D1Database {
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const asking = Object.fromEntries(
      ASKS.map((name) => [
        name,
        (...given: unknown[]) => take(() => Reflect.apply(statement[name], statement, given)),
      ]),
    );
    const wrapped = {
      ...asking,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
    } as unknown as D1PreparedStatement;
    originals.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (text: string) => wrap(env.DB.prepare(text)),
    batch: (statements: D1PreparedStatement[]) =>
      take(() => env.DB.batch(statements.map((one) => originals.get(one) ?? one))),
  } as unknown as D1Database;
}
