import { env } from "cloudflare:workers";
import { callOperation } from "#operations/call.ts";
import type { Context, SignedIn } from "#operations/context.ts";
import { digest } from "#protocol/keys/digest.ts";

export const codeOf = (serial: string) => `CODE-${serial}`.slice(0, 32);
export const factorySecretOf = (serial: string) => `${serial}-made-with-this-secret`;

/** Registers free modules, each with the check code and the secret that follow from its serial number. */
export async function registerModules(serials: readonly string[]): Promise<void> {
  for (const serial of serials)
    await env.DB.prepare(
      "insert into modules (serial, type, secret_hash, check_hash, created_at) values (?, 'HL-2', ?, ?, 0)",
    )
      .bind(serial, digest(factorySecretOf(serial)), digest(codeOf(serial)))
      .run();
}

/** A user signed in whose identity is confirmed, as an operation gets them. */
export async function callerOf(name: string, address = "192.0.2.1"): Promise<SignedIn> {
  const row = await env.DB.prepare("select * from users where account = ?")
    .bind(`${name}@example.org`)
    .first();
  const { access_version, demo, ...person } = row as Record<string, unknown>;
  await env.DB.prepare(
    "insert or ignore into sessions (id, user_id, created_at, last_used_at, confirmed_at) values (?, ?, 0, 9e15, 9e15)",
  )
    .bind(`session of ${name}`, person.id)
    .run();
  const known = { ...person, rightsVersion: access_version, demo: demo === 1 };
  return {
    kind: "person",
    session: `session of ${name}`,
    address,
    person: known,
  } as unknown as SignedIn;
}

export const labelOf = (serial: string) => ({ sn: serial, checkCode: codeOf(serial) });

export const newSite = (serial: string, name = `Roof ${serial}`) => ({
  ...labelOf(serial),
  name,
  location: "Hamburg",
  latitude: 53.55,
  longitude: 9.99,
  electricityPrice: 0.32,
  priceUnit: "EUR",
});

/** What came of a call: its answer, or the code and the fields of its refusal. */
export async function tryCall(
  path: Parameters<typeof callOperation>[0],
  input: Record<string, unknown>,
  caller: SignedIn,
  context: Context,
): Promise<{ code: string; fields?: Readonly<Record<string, string>>; data?: unknown }> {
  try {
    return { code: "ok", data: await callOperation(path, input as never, caller, context) };
  } catch (error) {
    const { code, details } = error as {
      code?: string;
      details?: { fields?: Record<string, string> };
    };
    if (code === undefined || details === undefined) throw error;
    return { code, ...(details.fields && { fields: details.fields }) };
  }
}
