export function resolve(root: unknown, ref: string): unknown;
/** What is wrong with a value; `closed`: fields that the schema does not name are wrong, too. */
export function check(
  root: unknown,
  schema: unknown,
  value: unknown,
  where?: string,
  closed?: boolean,
): string[];
