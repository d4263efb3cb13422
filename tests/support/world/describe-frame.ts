/** What of a frame is the same in every run with the same seed. */
export function describeFrame(content: unknown): string {
  if (typeof content !== "object" || content === null) return String(content);
  const { cmd, body, status, values, times, count, state, result } = {
    ...content,
    ...("body" in content ? (content.body as object) : {}),
  } as Record<string, unknown>;
  const size = (given: unknown) =>
    typeof given === "object" && given !== null ? Object.keys(given).length : undefined;
  const parts = [
    ["", cmd],
    ["status ", status],
    ["instants ", count ?? size(times)],
    ["values ", size(values)],
    ["", typeof state === "string" ? state : undefined],
    ["", typeof result === "string" ? result : undefined],
    ["fields ", body === undefined ? undefined : size(body)],
  ];
  return parts
    .filter(([, value]) => value !== undefined)
    .map((part) => part.join(""))
    .join(" ");
}
