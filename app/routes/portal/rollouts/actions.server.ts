import { call, problemOf } from "#app/backend.server.ts";
import { type FormAction, performForm, Refused } from "#app/forms/perform-form.server.ts";
import { numberOf, textOf } from "#app/forms/read-form.server.ts";
import { requireUser } from "#app/guard.server.ts";
import type { Route } from "./+types/page";
import type { RolloutExtra } from "./rollouts-data.ts";

type Action = FormAction<RolloutExtra, Route.ActionArgs>;
type AddInput = Parameters<typeof call<"POST /site/v2/rollout/add">>[2];
type PathOfOne =
  | "POST /site/v2/rollout/start"
  | "POST /site/v2/rollout/approve"
  | "POST /site/v2/rollout/stop"
  | "POST /site/v2/rollout/undo";

/** Sites of refused forms that are in another open rollout, until their answer is written. */
const openSites = new WeakMap<FormData, readonly number[]>();

const add: Action = async (form, args) => {
  const input = readJson(textOf(form, "request")) as AddInput;
  const { rolloutId } = await keepOpenSites(form, () =>
    call(args.context, "POST /site/v2/rollout/add", input),
  );
  return { rolloutId };
};

const one =
  (path: PathOfOne): Action =>
  async (form, args) => {
    const input = { rolloutId: numberOf(form, "rolloutId") ?? 0 };
    const { rolloutId } = await keepOpenSites(form, () => call(args.context, path, input));
    return { rolloutId };
  };

async function keepOpenSites<Result>(form: FormData, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (thrown) {
    const ids = problemOf(thrown)?.data?.siteIds;
    if (Array.isArray(ids)) openSites.set(form, ids as number[]);
    throw thrown;
  }
}

function readJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // The operation would refuse it with the same message.
  }
  throw new Refused({ message: "malformed" });
}

/** Performs a form of the page. */
export async function perform(args: Route.ActionArgs) {
  requireUser(args);
  return performForm<RolloutExtra, Route.ActionArgs>(
    args,
    {
      add,
      start: one("POST /site/v2/rollout/start"),
      approve: one("POST /site/v2/rollout/approve"),
      stop: one("POST /site/v2/rollout/stop"),
      undo: one("POST /site/v2/rollout/undo"),
    },
    { extrasOfRefused: (form) => ({ openSiteIds: openSites.get(form) ?? [] }) },
  );
}
