import type { PlainPerson, Request } from "./doing.ts";
import type { Json } from "./plain.ts";

const CONTROLS = [320, 322, 324];

export function mayControl({ role, demo }: PlainPerson): boolean {
  return role <= 2 && !demo;
}

/** What is wrong with an answer to a viewer; null where nothing is. */
export function judgeAnswer(
  asked: Request | undefined,
  { cmd, body }: Request,
  who: PlainPerson,
): string | null {
  if (asked === undefined) return `an answer ${cmd} without a request`;
  const isControl = CONTROLS.includes(asked.cmd);
  const isForbidden =
    asked.isForeign === true || (isControl && !mayControl(who)) || (who.share && asked.cmd !== 272);
  if (cmd === 511) {
    if (body.status === 403 && !isForbidden) return "a request that is allowed was refused";
    return body.status === 400 ? "a request that is well formed was refused" : null;
  }
  if (isForbidden) return `a request ${asked.cmd} that is not allowed was answered`;
  if (cmd !== asked.cmd + 1) return `a request ${asked.cmd} was answered with ${cmd}`;
  return isControl ? judgeControl(asked, body) : judgeQuery(asked, body);
}

function judgeControl(asked: Request, body: Json): string | null {
  const idsOf = (list: unknown) =>
    (list as { commandId: string }[]).map(({ commandId }) => commandId).join();
  const wanted = asked.cmd === 322 ? asked.body.items : [asked.body];
  const given = asked.cmd === 322 ? body.result : [body.result];
  return idsOf(wanted) === idsOf(given) ? null : "an answer names another command than its request";
}

function judgeQuery(asked: Request, body: Json): string | null {
  if (asked.cmd !== 336 || body.values === undefined) return null;
  const wanted = asked.body.addresses as string[];
  return Object.keys(body.values as object).every((address) => wanted.includes(address))
    ? null
    : "a query was answered with what another one asked";
}
