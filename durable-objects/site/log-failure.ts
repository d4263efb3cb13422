/** Logs one line of JSON in the format of the Worker's log. `event` must not contain data of a logger or a user. */
export function logFailure(event: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(JSON.stringify({ event, error: text }));
}
