import { useEffect } from "react";
import { data, isRouteErrorResponse, useMatches } from "react-router";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import type { Route } from "./+types/root";
import { REQUEST_TIMEOUT_MS } from "./api/request-timeout.ts";
import { withLimit } from "./forms/form-problem.ts";
import { dropAlert, raiseAlert } from "./ui/alert-store.ts";
import { LEAVE_AFTER_MS } from "./ui/leave-delay.ts";

type Watch = Route.ClientMiddlewareFunction;
type Results = Awaited<ReturnType<Parameters<Watch>[1]>>;
type Result = Results[string];

let shown: ReadonlyMap<string, unknown> = new Map();

/** Records the data of the visible pages, so that a failed revalidation keeps it. */
export function useShownData(): void {
  const matches = useMatches();
  useEffect(() => {
    shown = new Map(matches.map(({ id, loaderData }) => [id, loaderData]));
  }, [matches]);
}

/**
 * Wraps all requests of a page to the server. A failure is reported and keeps both data and input; after the end of a
 * session its reason is shown briefly before the login.
 */
export const watchCalls: Watch = async ({ request }, next) => {
  const results = await next();
  if (request.signal.aborted) return results;
  if (Object.values(results).some(leadsToLogin)) {
    const alert = raiseAlert("sessionEnded");
    await new Promise((resolve) => setTimeout(resolve, LEAVE_AFTER_MS));
    dropAlert(alert);
    return results;
  }
  return mend(request, results);
};

async function mend(request: Request, results: Results): Promise<Results> {
  const faults = Object.values(results).map(faultOf);
  const fault = faults.find((one) => one !== null) ?? null;
  if (fault === null) return results;
  const isChange = request.method !== "GET";
  const isElsewhere = request.url !== location.href.replace(location.hash, "");
  // A page that fails to load is replaced by its error page, unless the server only has to be asked again later.
  if (!isChange && isElsewhere && !CAN_ASK_AGAIN.includes(fault)) return results;
  // The page already shows the offline warning.
  if (navigator.onLine) raiseAlert(fault);
  if (!isChange && isElsewhere) await abortOf(request);
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => [
      id,
      faultOf(result) === null ? result : instead(id, isChange),
    ]),
  );
}

/**
 * Result for a failed request: an action returns nothing, which revalidates nothing; a revalidation returns the visible
 * data.
 */
function instead(id: string, isChange: boolean): Result {
  return {
    type: "data",
    result: isChange ? data(null, PROBLEM_STATUS.unavailable) : shown.get(id),
  };
}

const NO_SERVER = "noServer";
const TOO_FAST = "tooFast";
const TIMED_OUT = withLimit("serverTimeout", REQUEST_TIMEOUT_MS / SECOND_MS);
const CAN_ASK_AGAIN: readonly string[] = [NO_SERVER, TOO_FAST, TIMED_OUT];

/** Key of the message for a failure; null if there is none, or if the page shows it itself. */
function faultOf({ type, result }: Result): string | null {
  if (type !== "error" || result instanceof Response) return null;
  if (isRouteErrorResponse(result)) {
    if (result.status === PROBLEM_STATUS.tooFast) return TOO_FAST;
    return result.status < PROBLEM_STATUS.fault ? null : "fault";
  }
  // The value of an action is wrapped.
  const thrown = result instanceof Error ? result : (result as { data?: unknown }).data;
  if (thrown instanceof DOMException && thrown.name === "TimeoutError") return TIMED_OUT;
  return thrown instanceof TypeError ? NO_SERVER : "fault";
}

function leadsToLogin({ result }: Result): boolean {
  if (!(result instanceof Response)) return false;
  const [path, query] = result.headers.get("Location")?.split("?") ?? [];
  return path === "/login" && new URLSearchParams(query).get("reason") === "expired";
}

/** Navigation to a page that does not respond, or not yet, keeps the current page until another request. */
function abortOf({ signal }: Request): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
}
