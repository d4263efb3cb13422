import { randomBytes, randomUUID } from "node:crypto";
import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";
import { openFrame, writeFrame } from "#protocol/viewer/frame.ts";
import { VIEWER_HEARTBEAT_MS } from "#protocol/viewer/limits.ts";
import { readViewerFrame } from "#protocol/viewer/read-frame.ts";
import { encodeBody } from "#protocol/viewer/sealed-body.ts";
import { agreeSessionKey, publicKeyOf } from "#protocol/viewer/session-key.ts";
import { keepAlive } from "./heartbeats.ts";
import { frameOf, LeanSocket } from "./lean-socket.ts";

/** A viewer says after so many 260 that it has read them. */
const ACKNOWLEDGE_EVERY = 16;
const VALUES = Buffer.from('"cmd":260');
/** A frame names its command after its uuid. */
const HEAD_BYTES = 64;

/** The driver's end of one viewer's socket. What it is sent is kept sealed; only a sample of it is opened, afterwards. */
export class ViewerEnd {
  readonly #socket: LeanSocket;
  readonly #sessionKey: Uint8Array | null;
  readonly #alive: ReturnType<typeof keepAlive> | null;
  #last: Buffer | null = null;
  #received = 0;
  onValues: () => void = () => {};

  constructor(socket: LeanSocket, sealing: { sessionKey: Uint8Array; uuid: string } | null) {
    this.#socket = socket;
    this.#sessionKey = sealing?.sessionKey ?? null;
    this.#alive = sealing === null ? null : keepAlive(socket, VIEWER_HEARTBEAT_MS);
    const answer = sealing === null ? null : sealedFrame(sealing, 261, "", {});
    socket.onText = (text) => {
      if (answer !== null && !text.subarray(0, HEAD_BYTES).includes(VALUES)) return;
      this.onValues();
      this.#last = text;
      this.#received += 1;
      if (answer !== null && this.#received % ACKNOWLEDGE_EVERY === 0) socket.send(answer);
    };
  }

  /** Bytes of the last 260. */
  get size(): number {
    return this.#last?.length ?? 0;
  }

  /** The body of the last 260; throws where it was not sealed for this viewer. */
  openLast(): { at: number; values: Record<string, unknown> } {
    const frame = readViewerFrame(JSON.parse(String(this.#last)));
    const opened = frame && this.#sessionKey ? openFrame(this.#sessionKey, frame) : null;
    if (opened === null) throw new Error(`not a sealed frame: ${this.#last}`);
    return opened.body as { at: number; values: Record<string, unknown> };
  }

  end(): void {
    this.#alive?.end();
    this.#socket.end();
  }
}

export async function openBareViewer(url: string, name: string): Promise<ViewerEnd> {
  return new ViewerEnd(await LeanSocket.open(`${url}/viewer/${name}`), null);
}

/** A viewer of the product: a ticket, a socket, a login. */
export async function openViewer(url: string, token: string, sn: string): Promise<ViewerEnd> {
  const pass = await callApi(url, "/api/site/v2/socketTicket", { sn }, token);
  const uuid = randomUUID();
  const socket = await LeanSocket.open(`${url.replace(/^http/, "ws")}/ws/site/${pass.key}/${uuid}`);
  const ownPrivate = randomBytes(32);
  const browserPublic = publicKeyOf(ownPrivate);
  const serverPublic = fromBase64Url(pass.pubKey ?? "") ?? new Uint8Array();
  const keys = { ownPrivate, otherPublic: serverPublic, browserPublic, serverPublic, uuid };
  const sessionKey = agreeSessionKey(keys);
  if (sessionKey === null) throw new Error("no session key");
  const sealing = { sessionKey, uuid };
  const welcome = new Promise<string>((resolve) => {
    socket.onText = (text) => resolve(text.toString());
  });
  const { ticket } = pass;
  socket.send(sealedFrame(sealing, 272, "login", { ticket }, toBase64Url(browserPublic)));
  const frame = readViewerFrame(JSON.parse(await welcome));
  const opened = frame?.cmd === 273 ? openFrame(sessionKey, frame) : null;
  if ((opened?.body as { status?: number } | undefined)?.status !== 200)
    throw new Error("the viewer is not welcome");
  return new ViewerEnd(socket, sealing);
}

/** The token of an account. */
export async function signIn(
  url: string,
  { account, password }: { account: string; password: string },
): Promise<string> {
  const { token } = await callApi(url, "/api/auth/v2/login", { account, password });
  return token ?? "";
}

function sealedFrame(
  { sessionKey, uuid }: { sessionKey: Uint8Array; uuid: string },
  cmd: number,
  tag: string,
  body: unknown,
  key?: string,
): Buffer {
  const content = { uuid, cmd, tag, language: "en", plain: encodeBody(body) };
  const whole = key === undefined ? content : { ...content, key };
  return frameOf(writeFrame(sessionKey, (length) => randomBytes(length), whole));
}

async function callApi(
  url: string,
  path: string,
  input: object,
  token?: string,
): Promise<Record<string, string>> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token === undefined ? {} : { Authorization: token }),
    },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: Record<string, string> }).data;
}
