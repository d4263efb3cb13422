import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";

/** How a push service answers. */
export type PushAnswer = { status: number; headers?: Record<string, string> } | "unreachable";

export type ReceivedPush = {
  text: string;
  headers: Headers;
  /** Claims of the portal's token, whose signature was right. */
  claims: { aud: string; exp: number; sub: string };
};

const ECDH = { name: "ECDH", namedCurve: "P-256" };
const encoder = new TextEncoder();

/**
 * A browser and its push service: decrypts by RFC 8291 and checks the portal's token by RFC 8292, written from these
 * documents and WebCrypto alone.
 */
export class PushReceiver {
  readonly received: ReceivedPush[] = [];
  /** Asked for each message; accepted unless it says otherwise. */
  answer: () => PushAnswer = () => ({ status: 201 });

  readonly endpoint: string;
  private readonly privateKey: CryptoKey;
  private readonly publicKey: Uint8Array<ArrayBuffer>;
  private readonly auth: Uint8Array<ArrayBuffer>;

  private constructor(
    endpoint: string,
    privateKey: CryptoKey,
    publicKey: Uint8Array<ArrayBuffer>,
    auth: Uint8Array<ArrayBuffer>,
  ) {
    this.endpoint = endpoint;
    this.privateKey = privateKey;
    this.publicKey = publicKey;
    this.auth = auth;
  }

  static async open(endpoint: string): Promise<PushReceiver> {
    const pair = (await crypto.subtle.generateKey(ECDH, true, ["deriveBits"])) as CryptoKeyPair;
    const publicKey = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
    const auth = crypto.getRandomValues(new Uint8Array(16));
    return new PushReceiver(endpoint, pair.privateKey, new Uint8Array(publicKey), auth);
  }

  /** A receiver with given keys, base64url. */
  static async of(keys: { privateKey: string; publicKey: string; auth: string }, endpoint = "") {
    const point = bytes(keys.publicKey);
    const jwk = {
      kty: "EC",
      crv: "P-256",
      d: keys.privateKey,
      x: toBase64Url(point.subarray(1, 33)),
      y: toBase64Url(point.subarray(33)),
    };
    const key = await crypto.subtle.importKey("jwk", jwk, ECDH, false, ["deriveBits"]);
    return new PushReceiver(endpoint, key, point, bytes(keys.auth));
  }

  get subscription() {
    return {
      endpoint: this.endpoint,
      keys: { p256dh: toBase64Url(this.publicKey), auth: toBase64Url(this.auth) },
    };
  }

  /** Receives a request as the push service, and its message as the browser. */
  async receive(address: string, init: RequestInit): Promise<Response> {
    const answer = this.answer();
    if (answer === "unreachable") throw new TypeError("connection refused");
    const { status, headers = {} } = answer;
    if (status >= 200 && status < 300) {
      const sent = new Headers(init.headers);
      const claims = await readClaims(sent.get("authorization") ?? "", address);
      const text = await this.decrypt(new Uint8Array(init.body as Uint8Array<ArrayBuffer>));
      this.received.push({ text, headers: sent, claims });
    }
    return new Response(null, { status, headers });
  }

  /** Decrypts a single record of aes128gcm. */
  async decrypt(message: Uint8Array<ArrayBuffer>): Promise<string> {
    const salt = message.subarray(0, 16);
    const idLength = message[20] ?? 0;
    const sender = message.slice(21, 21 + idLength);
    const record = message.slice(21 + idLength);
    const senderKey = await crypto.subtle.importKey("raw", sender, ECDH, false, []);
    const algorithm = {
      name: "ECDH",
      public: senderKey,
    } as unknown as SubtleCryptoDeriveKeyAlgorithm;
    const shared = await crypto.subtle.deriveBits(algorithm, this.privateKey, 256);
    const info = join(encoder.encode("WebPush: info\0"), this.publicKey, sender);
    const key = await expand(new Uint8Array(shared), this.auth, info, 32);
    const contentKey = await expand(key, salt, label("Content-Encoding: aes128gcm\0"), 16);
    const nonce = await expand(key, salt, label("Content-Encoding: nonce\0"), 12);
    const aes = await crypto.subtle.importKey("raw", contentKey, "AES-GCM", false, ["decrypt"]);
    const padded = new Uint8Array(
      await crypto.subtle.decrypt({ name: "AES-GCM", iv: nonce }, aes, record),
    );
    const end = padded.findLastIndex((byte) => byte !== 0);
    if (padded[end] !== 0x02) throw new Error("no delimiter of a last record");
    return new TextDecoder().decode(padded.subarray(0, end));
  }
}

/** Checks the token of an Authorization header and returns its claims. */
async function readClaims(header: string, address: string): Promise<ReceivedPush["claims"]> {
  const [, head = "", body = "", signature = "", key = ""] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const publicKey = await crypto.subtle.importKey("raw", bytes(key), ecdsa, false, ["verify"]);
  const signed = encoder.encode(`${head}.${body}`);
  if (!(await crypto.subtle.verify(ecdsa, publicKey, bytes(signature), signed)))
    throw new Error("the signature of the token is wrong");
  const claims = JSON.parse(new TextDecoder().decode(bytes(body)));
  const audience = new URL(address).origin.replace(/^http:/, "https:");
  if (claims.aud !== audience) throw new Error("the token is for another service");
  return claims;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const read = fromBase64Url(text);
  if (read === null) throw new Error("not base64url");
  return read;
}

const label = (text: string) => encoder.encode(text);

async function expand(
  key: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveBits"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, imported, length * 8));
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
