/**
 * An upgrade that the Worker let through and the object does not take, in the form of all refusals. In English: whoever
 * meets it is a program.
 * @param retryAfter seconds
 */
export function refuseUpgrade(code: number, message: string, retryAfter?: number): Response {
  const headers = { "Cache-Control": "no-store" };
  return Response.json(
    { code, message },
    {
      status: code,
      headers: retryAfter === undefined ? headers : { ...headers, "Retry-After": `${retryAfter}` },
    },
  );
}
