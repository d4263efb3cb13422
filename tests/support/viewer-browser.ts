import { fromBase64Url, toBase64Url } from "#protocol/base64url.ts";
import type { ViewerStamp } from "#protocol/site-rpc.ts";
import { openFrame, writeFrame } from "#protocol/viewer/frame.ts";
import { readViewerFrame } from "#protocol/viewer/read-frame.ts";
import { encodeBody } from "#protocol/viewer/sealed-body.ts";
import { agreeSessionKey, publicKeyOf } from "#protocol/viewer/session-key.ts";
import { hashTicket } from "#protocol/viewer/ticket.ts";

export const UUID = "3f2b8c1e-5d4a-4e6f-9a7b-0c1d2e3f4a5b";
export const TICKET = "a-single-use-ticket";
const SERVER_PRIVATE = Uint8Array.from({ length: 32 }, (_, index) => index + 1);

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** The stamp of the Worker for a user; an owner by default. */
export function stampOf(changes: Partial<ViewerStamp> = {}): ViewerStamp {
  return {
    kind: "viewer",
    siteId: 1,
    session: "session-of-the-owner",
    person: 7,
    name: "Olga Owner",
    role: 1,
    owner: true,
    demo: false,
    share: false,
    skipsPassword: false,
    rightsVersion: 1,
    endsAt: null,
    ticketHash: hashTicket(TICKET),
    ticketUntil: Number.MAX_SAFE_INTEGER,
    privateKey: toBase64Url(SERVER_PRIVATE),
    uuid: UUID,
    ...changes,
  };
}

/** A browser's end of the sealed conversation: writes and opens frames by hand. */
export function makeBrowser(stamp: ViewerStamp = stampOf()) {
  const ownPrivate = randomBytes(32);
  const browserPublic = publicKeyOf(ownPrivate);
  const serverPublic = publicKeyOf(fromBase64Url(stamp.privateKey) ?? new Uint8Array());
  const { uuid } = stamp;
  const agreed = agreeSessionKey({
    ownPrivate,
    otherPublic: serverPublic,
    browserPublic,
    serverPublic,
    uuid,
  });
  if (agreed === null) throw new Error("no session key");
  const sessionKey = agreed;

  function write(cmd: number, tag: string, body: unknown, key?: string): string {
    const plain = encodeBody(body);
    const frame = { uuid, cmd, tag, language: "en", plain };
    return writeFrame(sessionKey, randomBytes, key === undefined ? frame : { ...frame, key });
  }

  return {
    sessionKey,
    /** base64url */
    publicKey: toBase64Url(browserPublic),
    write,
    writeLogin: (body: unknown = { ticket: TICKET }, tag = "login") =>
      write(272, tag, body, toBase64Url(browserPublic)),
    /** Command, tag and body of a sealed frame; throws where it is not one of this connection's. */
    read(text: string) {
      const frame = readViewerFrame(JSON.parse(text));
      if (frame === null || frame.uuid !== uuid) throw new Error(`not a frame: ${text}`);
      const opened = openFrame(sessionKey, frame);
      if (opened === null) throw new Error(`cannot be opened: ${text}`);
      return { cmd: frame.cmd, tag: frame.tag, body: opened.body as Record<string, unknown> };
    },
  };
}
