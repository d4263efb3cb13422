export type WebhookAnswer =
  | { status: number; headers?: Record<string, string> }
  | "unreachable"
  | "silent";

export type ReceivedWebhook = {
  id: string;
  timestamp: number;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
  headers: Headers;
};

/**
 * A receiver of webhooks that checks signatures as standard-webhooks describes, written from that document and WebCrypto
 * alone.
 */
export class WebhookReceiver {
  /** Every delivery that was accepted, repeated ones too. */
  readonly received: ReceivedWebhook[] = [];
  readonly requests: { url: string; init: RequestInit }[] = [];
  answer: () => WebhookAnswer = () => ({ status: 204 });

  secret: string;

  constructor(secret: string) {
    this.secret = secret;
  }

  async receive(url: string, init: RequestInit): Promise<Response> {
    this.requests.push({ url, init });
    const answer = this.answer();
    if (answer === "unreachable") throw new TypeError("connection refused");
    if (answer === "silent") throw new DOMException("timed out", "TimeoutError");
    const { status, headers } = answer;
    if (status >= 200 && status < 300) this.received.push(await this.verify(init));
    return new Response(null, { status, ...(headers && { headers }) });
  }

  private async verify({ headers: sent, body }: RequestInit): Promise<ReceivedWebhook> {
    const headers = new Headers(sent);
    const id = headers.get("webhook-id") ?? "";
    const timestamp = Number(headers.get("webhook-timestamp"));
    const signatures = (headers.get("webhook-signature") ?? "").split(" ");
    const expected = await signatureOf(this.secret, `${id}.${timestamp}.${String(body)}`);
    if (!signatures.includes(expected)) throw new Error("no signature of this secret");
    return { id, timestamp, body: JSON.parse(String(body)), headers };
  }
}

async function signatureOf(secret: string, text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (one) => one.charCodeAt(0));
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, hmac, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}
