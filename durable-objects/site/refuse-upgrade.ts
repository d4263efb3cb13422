/**
 * An upgrade that the Worker let through and the object does not take, in the form of all refusals. In English: whoever
 * meets it is a program.
 * @param retryAfter seconds
 * @param more headers for the Worker, which does not pass them on
 */
export function refuseUpgrade(
  code: number,
  message: string,
  retryAfter?: number,
  more: Record<string, string> = {},
): Response {
  const headers = { "Cache-Control": "no-store", ...more };
  return Response.json(
    { code, message },
    {
      status: code,
      headers: retryAfter === undefined ? headers : { ...headers, "Retry-After": `${retryAfter}` },
    },
  );
}
