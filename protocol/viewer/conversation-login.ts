import { SITE_ROLE } from "#domain/access/roles.ts";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import { fromBase64Url, toBase64Url } from "../base64url.ts";
import { CLOSE, COMMAND } from "../logger/command-numbers.ts";
import type { ViewerState } from "./conversation-state.ts";
import { closeWith, openWith, type ViewerStep } from "./conversation-step.ts";
import { readPublicKey } from "./frame.ts";
import { loginRequest, requestTag, type ViewerFrame } from "./messages.ts";
import { agreeSessionKey, publicKeyOf } from "./session-key.ts";
import { hashTicket } from "./ticket.ts";

type Login = NonNullable<ViewerState["login"]>;

/**
 * Handles the first frame that is not a heartbeat: a valid login requests the use of its ticket, another one is
 * refused, and all other frames close the socket.
 * @param frame null if the frame is malformed
 * @param now ms UTC
 */
export function readLogin(
  state: ViewerState,
  login: Login,
  frame: ViewerFrame | null,
  now: number,
): ViewerStep {
  const notLoggedIn = closeWith(state, CLOSE.notLoggedIn);
  if (frame === null || frame.cmd !== COMMAND.login || frame.uuid !== state.uuid)
    return notLoggedIn;
  const sessionKey = agree(login, frame);
  if (sessionKey === null) return notLoggedIn;
  const keyed = {
    ...state,
    key: toBase64Url(sessionKey),
    language: frame.language ?? state.language,
  };
  const opened = openWith(keyed, frame);
  if (opened === null) return notLoggedIn;
  const request = loginRequest.safeParse(opened.body);
  if (!request.success || !requestTag.safeParse(frame.tag).success)
    return refuseLogin(keyed, frame.tag, "malformed");
  if (keyed.facts.role === SITE_ROLE.none) return refuseLogin(keyed, frame.tag, "notFound");
  if (hashTicket(request.data.ticket) !== login.ticketHash || now >= login.ticketUntil)
    return refuseLogin(keyed, frame.tag, "notSignedIn");
  const { ticketHash: hash, ticketUntil: until } = login;
  return { state: keyed, effects: [{ kind: "takeTicket", tag: frame.tag, hash, until }] };
}

/**
 * Completes a login after the use of its ticket, which is valid once.
 * @param fresh whether the ticket was unused
 */
export function concludeLogin(state: ViewerState, tag: string, fresh: boolean): ViewerStep {
  if (fresh) return { state: { ...state, login: null }, effects: [{ kind: "welcome", tag }] };
  return refuseLogin(state, tag, "notSignedIn");
}

function refuseLogin(
  state: ViewerState,
  tag: string,
  code: "malformed" | "notSignedIn" | "notFound",
): ViewerStep {
  const closed = closeWith(state, CLOSE.notLoggedIn);
  const body = { status: PROBLEM_STATUS[code] };
  const answer = { kind: "send", cmd: COMMAND.loginAnswer, tag, body } as const;
  return { ...closed, effects: [answer, ...closed.effects] };
}

function agree(login: Login, frame: ViewerFrame): Uint8Array | null {
  const browserPublic = readPublicKey(frame.key);
  const ownPrivate = fromBase64Url(login.privateKey);
  if (browserPublic === null || ownPrivate?.length !== 32) return null;
  return agreeSessionKey({
    ownPrivate,
    otherPublic: browserPublic,
    browserPublic,
    serverPublic: publicKeyOf(ownPrivate),
    uuid: frame.uuid,
  });
}
