/** POST in the plain form; gives `data`, throws what the portal answered. */
export function call(
  url: string,
  path: string,
  input: unknown,
  options?: { token?: string },
): Promise<unknown>;
