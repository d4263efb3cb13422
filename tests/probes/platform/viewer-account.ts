import { type Ticket, TicketRefused } from "./light-viewer.ts";

/** A signed-in user who takes tickets for many viewers. */
export async function signInViewer(url: string, account: string, password: string) {
  const { token } = await call<{ token: string }>(`${url}/api/auth/v2/login`, {
    account,
    password,
  });
  return (serial: string) => call<Ticket>(`${url}/api/site/v2/socketTicket`, { sn: serial }, token);
}

async function call<Data>(address: string, input: unknown, token?: string): Promise<Data> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { Authorization: token }) },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.ok) return ((await response.json()) as { data: Data }).data;
  await response.text();
  throw new TicketRefused(
    response.status,
    Number(response.headers.get("Retry-After") ?? 0) * 1_000,
  );
}
