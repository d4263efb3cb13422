/** Why a form was refused. */
export type FormProblem = {
  /** Key in the `problems` namespace of the locales. */
  message: string;
  /** For each faulty field, by name, the key of its error. */
  fields: Readonly<Record<string, string>>;
  /** Seconds until the next attempt; null if the user may try again at once. */
  retryAfter: number | null;
  /** Key of the remedy, for example a confirmation of identity, if the server returns one. */
  reason?: string | null;
};

/** Adds the exceeded limit to the key of a problem, as it is sent in `fields`. */
export function withLimit(key: string, limit: number): string {
  return `${key}:${limit}`;
}

/**
 * Splits a problem into its key and limit.
 * @returns null as limit if the key has none
 */
export function splitLimit(problem: string): { key: string; limit: number | null } {
  const [key = "", limit] = problem.split(":");
  return { key, limit: limit === undefined ? null : Number(limit) };
}
