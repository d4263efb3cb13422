/** POST in the plain form; gives `data`, throws what the portal answered. */
export function call(
  url: string,
  path: string,
  input: unknown,
  options?: { token?: string },
): Promise<unknown>;

export function login(person: {
  url: string;
  account: string;
  password: string;
}): Promise<{ token: string }>;

export function envelopeKeys(
  url: string,
): Promise<{ keys: Record<string, string>[]; time: number }>;

/** POST in the sealed form; `data` is opened. */
export function sealedCall(
  url: string,
  path: string,
  input: unknown,
  options?: { token?: string },
): Promise<{ code: number; message: string; data: unknown; sent: Record<string, unknown> }>;
