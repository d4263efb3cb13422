import type { AnyOperation } from "#operations/call.ts";
import { PASSWORD } from "../seed-users.ts";
import {
  CAST,
  hiddenFrom,
  isToken,
  MEMBERS,
  SIGNED_OUT,
  WHICH,
  type Which,
  type Who,
} from "./cast.ts";
import {
  compareStates,
  isChangedAtAll,
  readState,
  restoreState,
  type StoredState,
} from "./stored-state.ts";

/** What an operation is to do, written down a second time: from the specification, not from the code. */
export type Row = {
  /** Who may, with what is theirs. */
  may: readonly Who[];
  /** Whether it is about a site, and so hides its existence from users who are not members. */
  atSite: boolean;
  /** A right input that names this; null where the operation names nothing of the kind. */
  input(who: Who, which: Which): Record<string, unknown> | null;
  /** Codes of a permitted call with what is one's own; 200 where not said. */
  own?: readonly number[];
  /** Code for what is another's, and the same for what is not there; 404 where not said. */
  absent?: number;
  /** Whether a permitted call changes anything. */
  changes: boolean;
  /** Whether it requires a confirmation of identity, which only who may do it is ever asked for. */
  confirms?: boolean;
  /** Whether one person's permitted call gets in another's way: then each finds everything as it was. */
  alone?: boolean;
};

export type Seen = { status: number; body: { data?: unknown; [field: string]: unknown } };
export type Ask = (
  operation: AnyOperation,
  who: Who,
  input: Record<string, unknown>,
) => Promise<Seen>;

const SAID_OF_MALFORMED = [400, 404, 422];
const SAID_OF_MALFORMED_TO_SHARE = [403, ...SAID_OF_MALFORMED];

function expected(row: Row, who: Who, which: Which): readonly number[] {
  const may = row.may.includes(who);
  const isMalformed = which === "malformed";
  // Of their site they are let in to look at it; serial numbers are none of theirs.
  if (who === "shareViewer" && row.atSite && !(which === "own" && may))
    return isMalformed ? SAID_OF_MALFORMED_TO_SHARE : which === "own" ? [403, 404] : [404];
  if (SIGNED_OUT.includes(who) && !may) return isMalformed ? [401, ...SAID_OF_MALFORMED] : [401];
  if (isMalformed) return may ? SAID_OF_MALFORMED : [403, ...SAID_OF_MALFORMED];
  if (which === "own" && may) return row.own ?? [200];
  if (row.atSite) return which === "own" && MEMBERS.includes(who) ? [403] : [404];
  return may ? [row.absent ?? 404] : [403];
}

/** What is wrong with how an operation treats everybody; empty where nothing is. */
export async function walk(
  operation: AnyOperation,
  row: Row,
  ask: Ask,
  clean: StoredState,
): Promise<string[]> {
  const wrong: string[] = [];
  const isPermitted = (who: Who, which: Which) => which === "own" && row.may.includes(who);
  const askUnconfirmed = async (who: Who) => {
    const [[, unconfirmed] = []] = await askAbout(
      operation,
      { ...row, confirms: false },
      ask,
      who,
      ["own"],
    );
    const { reason } = (unconfirmed?.body.data ?? {}) as { reason?: string };
    const isRight = unconfirmed?.status === 403 && reason === "confirmationRequired";
    return isRight ? [] : [`${who} need not confirm: ${unconfirmed?.status} ${reason}`];
  };
  const refused = CAST.map(async (who) => {
    const whichOnes = WHICH.filter((which) => !isPermitted(who, which));
    const seen = await askAbout(operation, row, ask, who, whichOnes);
    if (row.confirms && row.may.includes(who)) wrong.push(...(await askUnconfirmed(who)));
    const judged = seen.flatMap(([which, answer]) => judge(row, who, which, answer));
    return [...judged, ...compareAbsent(who, new Map(seen))];
  });
  wrong.push(...(await Promise.all(refused)).flat());
  wrong.push(...(await tidy(clean, "refused calls changed")));
  const permitted = async (who: Who) => {
    const seen = await askAbout(operation, row, ask, who, ["own"]);
    wrong.push(...seen.flatMap(([which, answer]) => judge(row, who, which, answer)));
    if (row.alone) await restoreState(clean);
  };
  if (row.alone) for (const who of row.may) await permitted(who);
  else await Promise.all(row.may.map(permitted));
  if (!row.changes) wrong.push(...(await tidy(clean, "it changes nothing, it says, but changed")));
  else if (!row.alone) await restoreState(clean);
  return wrong.map((text) => `${operation.path}: ${text}`);
}

async function tidy(clean: StoredState, text: string): Promise<string[]> {
  const present = await readState();
  const changed = compareStates(clean, present);
  if (isChangedAtAll(clean, present)) await restoreState(clean);
  return changed.length === 0 ? [] : [`${text} ${changed.join(", ")}`];
}

async function askAbout(
  operation: AnyOperation,
  row: Row,
  ask: Ask,
  who: Who,
  whichOnes: readonly Which[],
): Promise<[Which, Seen][]> {
  const asked = whichOnes.map(async (which): Promise<[Which, Seen][]> => {
    const input = row.input(who, which);
    const confirm = row.confirms && !isToken(who) && { confirm: { password: PASSWORD } };
    return input === null ? [] : [[which, await ask(operation, who, { ...input, ...confirm })]];
  });
  return (await Promise.all(asked)).flat();
}

function judge(row: Row, who: Who, which: Which, { status, body }: Seen): string[] {
  const wanted = expected(row, who, which);
  const at = `${who} with ${which}`;
  const wrong = wanted.includes(status) ? [] : [`${at}: ${status} instead of ${wanted.join(", ")}`];
  if (status !== body.code) wrong.push(`${at}: ${status}, but code ${String(body.code)}`);
  if (status !== 200 && !returnsFieldsAtMost(body))
    wrong.push(`${at}: a refusal that reveals more`);
  const text = JSON.stringify(body);
  if (hiddenFrom(who).some((hidden) => hidden.test(text)))
    wrong.push(`${at}: reveals another user's data`);
  return wrong;
}

/** The fields at fault, or what the caller can do about a refusal. */
function returnsFieldsAtMost({ data, ...body }: Seen["body"]): boolean {
  const isBare = Object.keys(body).toSorted().join() === "code,message";
  const fields = data === undefined ? [] : Object.keys(data as object);
  // Refusals of a change name the items of the request itself, those of an update why it cannot start.
  const permitted =
    body.code === 403 || body.code === 409 ? ["reason", "fields"] : ["fields", "refusals"];
  return isBare && fields.every((field) => permitted.includes(field));
}

function compareAbsent(who: Who, seen: ReadonlyMap<Which, Seen>): string[] {
  const [foreign, absent] = [seen.get("foreign"), seen.get("absent")];
  if (foreign === undefined || absent === undefined) return [];
  if (JSON.stringify(foreign) === JSON.stringify(absent)) return [];
  return [`${who}: what is another's differs from what is not there`];
}
