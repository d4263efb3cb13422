/** What a form was refused for. */
export type FormProblem = {
  /** Key in the `problems` namespace of the locales. */
  message: string;
  /** By the name of each faulty field the key of what is wrong with it. */
  fields: Readonly<Record<string, string>>;
  /** Seconds; null where it may be tried again at once. */
  retryAfter: number | null;
};
