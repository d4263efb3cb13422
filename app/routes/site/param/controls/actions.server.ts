import { call, problemOf } from "#app/backend.server.ts";
import { type FormAction, Refused } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import type { PageArgs } from "#app/guard.server.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import type { ParamExtra } from "../param-data.ts";
import { keepRefusals } from "../refusals.server.ts";

type Action = FormAction<ParamExtra, PageArgs>;
type Control = Parameters<typeof call<"POST /site/v2/equipment/remote/control">>[2]["what"];
type Reset = Parameters<typeof call<"POST /site/v2/equipment/remote/reset">>[2]["what"];

/** Executes a special control; the operation checks that the control exists and is permitted. */
export const control: Action = async (form, args) => {
  try {
    return { change: await keepRefusals(form, () => execute(form, args)) };
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem?.fields.password !== undefined)
      throw new Refused({ ...problem, fields: { advancedPassword: problem.fields.password } });
    // The page does not get a typed token back.
    if (problem !== null && form.has("token")) throw new Refused(problem, {});
    throw thrown;
  }
};

function execute(form: FormData, { context, url }: PageArgs): Promise<ChangeRecord> {
  const password = textOf(form, "advancedPassword");
  const what = textOf(form, "what");
  const common = {
    siteKey: url.searchParams.get("key") ?? "",
    changeId: textOf(form, "changeId"),
    equipment: textOf(form, "equipment"),
    ...(password !== "" && { password }),
  };
  switch (textOf(form, "call")) {
    case "reset":
      // The word in the language of the page was typed before the form could be sent.
      return call(context, "POST /site/v2/equipment/remote/reset", {
        ...common,
        what: what as Reset,
        confirm: what,
      });
    case "clocksync":
      return call(context, "POST /site/v2/equipment/remote/clocksync", common);
    case "authtoken":
      return call(context, "POST /site/v2/equipment/remote/authtoken", {
        ...common,
        token: textOf(form, "token"),
      });
    default:
      return call(context, "POST /site/v2/equipment/remote/control", {
        ...common,
        what: what as Control,
        value: Number(textOf(form, "value")),
      });
  }
}
