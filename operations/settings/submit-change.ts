import { Problem } from "#domain/problem.ts";
import type { ChangeRecord, ChangeRequest } from "#domain/settings/change.ts";
import type { ChangeRefusal, ChangeRefusalCode } from "#domain/settings/check-change.ts";
import { messageOfRefusal } from "#domain/settings/refusal-messages.ts";
import type { ChangeAuthor } from "#protocol/settings.ts";
import { permissionToSet } from "#protocol/viewer/requests.ts";
import { putOnRecord } from "../auth/put-on-record.ts";
import { requireConfirmation } from "../confirmation.ts";
import type { Context, SignedIn } from "../context.ts";
import { checkAdvancedPassword } from "./advanced-password.ts";
import { skipsPassword } from "./skips-password.ts";

type ChangeContext = { context: Context; caller: SignedIn; siteId: number };

/**
 * Submits a change to the object of its site.
 * @param password the advanced password of the site, which is needed for advanced settings
 * @throws Problem conflict or invalid with the refusals in `data`, forbidden, tooFast
 */
export async function submitChange(
  { context, caller, siteId }: ChangeContext,
  request: ChangeRequest,
  password?: string,
): Promise<ChangeRecord> {
  // A site without an advanced password needs none.
  const enteredUntil =
    password === undefined
      ? null
      : await checkAdvancedPassword({ context, caller, siteId }, password);
  const isAdvanced = enteredUntil !== null || skipsPassword(caller);
  await countSite({ context, caller, siteId }, request);
  // A sign-out ends the change while it waits, as it ends the sockets of the session.
  await putOnRecord(context, { sessionId: caller.session, siteId, now: context.now() });
  const { id, name, rightsVersion } = caller.person;
  const author: ChangeAuthor = { id, name, session: caller.session, rightsVersion, isAdvanced };
  const result = await context.siteObject(siteId).submitChange(request, author);
  if (result.ok) return result.change;
  if (result.reason === "refused") throw refusedProblem(result.refusals);
  if (result.reason === "tooMany") throw new Problem("tooFast", { message: "tooManyChanges" });
  throw new Problem(result.reason === "absent" ? "notFound" : "forbidden");
}

/** Requires a confirmation of identity from a session that changes or switches too many sites in a short time. */
async function countSite(
  { context, caller, siteId }: ChangeContext,
  { items }: ChangeRequest,
): Promise<void> {
  const counter = context.switchCounter(caller.person.id);
  const asked = { site: `site-${siteId}`, session: caller.session };
  const isSwitching = items.some(({ address }) => permissionToSet(address) === "control");
  const isAllowed =
    (await counter.allowChange(asked)) && (!isSwitching || (await counter.allow(asked)));
  if (!isAllowed) await requireConfirmation({}, caller, context);
}

/** Refusals that follow from the values themselves; all others follow from the state of the site. */
const OF_VALUES: readonly ChangeRefusalCode[] = [
  "unknownRegister",
  "readOnly",
  "outOfRange",
  "groupIncomplete",
  "notUndoable",
  "timesOverlap",
  "ruleBroken",
];

export function refusedProblem(refusals: readonly ChangeRefusal[]): Problem {
  const [first] = refusals;
  const code = first === undefined ? "conflict" : first.code;
  const message = messageOfRefusal(code);
  const kind = OF_VALUES.includes(code as ChangeRefusalCode) ? "invalid" : "conflict";
  return new Problem(kind, { message, data: { refusals } });
}
