import type { z } from "zod";
import type { Caller, Context } from "./context.ts";
import type { Operation, OperationPath } from "./operation.ts";
import { runOperation } from "./operation.ts";
import { operations } from "./table.ts";

type Row = (typeof operations)[number];
type RowOf<Path> = Extract<Row, { path: Path }>;

/** Path of an existing operation. */
export type KnownPath = Row["path"];
export type InputOf<Path extends KnownPath> = z.input<RowOf<Path>["input"]>;
/** Result of the operation for callers inside the server. */
export type OutputOf<Path extends KnownPath> = Awaited<ReturnType<RowOf<Path>["perform"]>>;
/** Answer that clients receive, by the schema of the API description. */
export type AnswerOf<Path extends KnownPath> = z.output<RowOf<Path>["description"]["output"]>;

/** An operation of any kind, as found in the table. */
export type AnyOperation = Operation<OperationPath, z.ZodType, unknown>;

const byPath = new Map<string, AnyOperation>(
  (operations as readonly AnyOperation[]).map((row) => [row.path, row]),
);

/** Runs an operation by its path, for callers inside the server. @throws Problem */
export async function callOperation<Path extends KnownPath>(
  path: Path,
  input: InputOf<Path>,
  caller: Caller,
  context: Context,
): Promise<OutputOf<Path>> {
  const row = byPath.get(path);
  if (row === undefined) throw new RangeError(`no operation ${path}`);
  return (await runOperation(row, input, caller, context)) as OutputOf<Path>;
}
