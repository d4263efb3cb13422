/** Reads a parameter of an address; absent and too long ones are empty. */
export function readParam(params: URLSearchParams, name: string, max = 100): string {
  const value = params.get(name)?.trim() ?? "";
  return value.length > max ? "" : value;
}

/** Reads a parameter with some possible values; the first one is usual. */
export function readChoice<Value extends string>(
  params: URLSearchParams,
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  return values.find((value) => value === params.get(name)) ?? values[0];
}

/** Returns an address with the parameters that are not empty. */
export function listAddress(
  path: string,
  params: Readonly<Record<string, string | number | null>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== null && value !== "") query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}
