import { Problem } from "#domain/problem.ts";
import type { HistoryAnswers, HistoryKind, HistoryReader } from "#protocol/history/history-call.ts";
import type { AtSharedSite } from "../access.ts";
import type { Context, ShareCaller, SignedIn } from "../context.ts";

/**
 * Delay of the answer to a rate-limited share session, ms, so that its connections wait instead of retrying at once.
 */
const HELD_MS = 1_000;
const MAX_REMEMBERED = 1_000;
/** Until when share sessions are refused in this process, ms UTC; meanwhile the object is not called. */
const refusedUntil = new Map<string, number>();

/**
 * Queries the history of a site's object within the caller's budget.
 * @throws Problem tooFast if the budget is used up
 */
export async function readHistory<Kind extends HistoryKind>(
  { context, caller, site }: { context: Context } & AtSharedSite,
  kind: Kind,
  asked: HistoryAnswers[Kind]["asked"],
): Promise<HistoryAnswers[Kind]["found"]> {
  const reader = readerOf(caller);
  const waitS = Math.ceil(((refusedUntil.get(reader.id) ?? 0) - context.now()) / 1000);
  if (reader.kind === "share" && waitS > 0) return refuse(context, reader, waitS);
  const answer = await context.siteObject(site.id).readHistory(kind, asked, reader);
  if ("found" in answer) return answer.found;
  return refuse(context, reader, answer.retryAfterS);
}

function readerOf(caller: SignedIn | ShareCaller): HistoryReader {
  if (caller.kind === "share") return { kind: "share", id: caller.session };
  return { kind: "user", id: `${caller.person.id}` };
}

async function refuse(
  { now, pause }: Pick<Context, "now" | "pause">,
  { kind, id }: HistoryReader,
  retryAfter: number,
): Promise<never> {
  if (kind === "share") {
    if (refusedUntil.size >= MAX_REMEMBERED) refusedUntil.clear();
    refusedUntil.set(id, now() + retryAfter * 1000);
    await pause(HELD_MS);
  }
  throw new Problem("tooFast", { retryAfter });
}
