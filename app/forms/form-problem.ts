/** Why a form was refused. */
export type FormProblem = {
  /** Key in the `problems` namespace of the locales. */
  message: string;
  /** By the name of each faulty field the key of what is wrong with it. */
  fields: Readonly<Record<string, string>>;
  /** Seconds until the next attempt; null if the user may try again at once. */
  retryAfter: number | null;
  /** What the sender can do about it, if the server returns it. */
  reason?: string | null;
};

/** The key of a problem with the limit that was exceeded, as it travels in `fields`. */
export function withLimit(key: string, limit: number): string {
  return `${key}:${limit}`;
}

/** Takes it apart again. @returns null as limit where the key has none */
export function splitLimit(problem: string): { key: string; limit: number | null } {
  const [key = "", limit] = problem.split(":");
  return { key, limit: limit === undefined ? null : Number(limit) };
}
