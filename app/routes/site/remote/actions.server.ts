import { call, problemOf } from "#app/backend.server.ts";
import { type FormAction, performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { type PageArgs, requireUser } from "#app/guard.server.ts";
import { SETTING_ACTIONS } from "../param/actions.server.ts";
import { refusalsOf } from "../param/refusals.server.ts";
import type { RemoteExtra } from "./remote-data.ts";

type Action = FormAction<RemoteExtra, PageArgs>;

const keyOf = ({ url }: PageArgs) => url.searchParams.get("key") ?? "";
/** Reasons of refused updates, until the form's answer is written. */
const refused = new WeakMap<FormData, string>();

/** Runs the operation of a form, and keeps the reason of a refused update for the form's answer. */
async function keepReason(form: FormData, run: () => Promise<unknown>): Promise<object> {
  try {
    await run();
    return {};
  } catch (thrown) {
    const reason = problemOf(thrown)?.data?.reason;
    if (typeof reason === "string") refused.set(form, reason);
    throw thrown;
  }
}

const update: Action = async (form, args) => {
  const input = {
    siteKey: keyOf(args),
    updateId: textOf(form, "updateId"),
    address: textOf(form, "address"),
    releaseId: Number(textOf(form, "releaseId")),
    install: !form.has("transferOnly"),
  };
  return keepReason(form, () => call(args.context, "POST /site/v2/equipment/remote/update", input));
};

const updateAll: Action = async (form, args) =>
  keepReason(form, () =>
    call(args.context, "POST /site/v2/equipment/remote/update/all", { siteKey: keyOf(args) }),
  );

const install: Action = async (form, args) => {
  const input = { siteKey: keyOf(args), updateId: textOf(form, "updateId") };
  return keepReason(form, () =>
    call(args.context, "POST /site/v2/equipment/remote/update/confirm", input),
  );
};

/** Performs a form of the page, also those of the parameters that its parts have. */
export async function perform(args: PageArgs) {
  requireUser(args);
  return performForm<RemoteExtra, PageArgs>(
    args,
    { update, updateAll, install, ...SETTING_ACTIONS },
    {
      extrasOfRefused: (form) => ({
        refusals: refusalsOf(form),
        refusal: refused.get(form) ?? "",
      }),
    },
  );
}
