import { call, problemOf } from "#app/backend.server.ts";
import { type FormAction, performForm, Refused } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import type { PageArgs } from "#app/guard.server.ts";
import { control } from "./controls/actions.server.ts";
import type { ParamExtra } from "./param-data.ts";
import { keepRefusals, refusalsOf } from "./refusals.server.ts";

type Action = FormAction<ParamExtra, PageArgs>;
type Change = Parameters<typeof call<"POST /site/v2/setting/change">>[2];

const keyOf = ({ url }: PageArgs) => url.searchParams.get("key") ?? "";

const change: Action = async (form, args) => {
  const request = { ...readJson(textOf(form, "request")), siteKey: keyOf(args) } as Change;
  const record = await keepRefusals(form, () =>
    call(args.context, "POST /site/v2/setting/change", request),
  );
  return { change: record };
};

function readJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // The operation would refuse it with the same message.
  }
  throw new Refused({ message: "malformed" });
}

const locks: Action = async (form, args) => {
  await call(args.context, "POST /site/v2/setting/lock", {
    siteKey: keyOf(args),
    locked: form.has("locked"),
    unattended: form.has("unattended"),
  });
  return {};
};

const enterPassword: Action = async (form, args) => {
  const input = { siteKey: keyOf(args), password: textOf(form, "advancedPassword") };
  await withField(() => call(args.context, "POST /site/v2/setting/password/enter", input));
  return {};
};

const exitPassword: Action = async (_, args) => {
  await call(args.context, "POST /site/v2/setting/password/exit", { siteKey: keyOf(args) });
  return {};
};

const setPassword: Action = async (form, args) => {
  const input = { siteKey: keyOf(args), password: textOf(form, "newAdvancedPassword") };
  await withField(
    () => call(args.context, "POST /site/v2/setting/password/set", input),
    "newAdvancedPassword",
  );
  return {};
};

const removePassword: Action = async (_, args) => {
  const input = { siteKey: keyOf(args), password: null };
  await call(args.context, "POST /site/v2/setting/password/set", input);
  return {};
};

/** Assigns the operation's problem with `password` to the field of the form. */
async function withField(run: () => Promise<unknown>, name = "advancedPassword"): Promise<void> {
  try {
    await run();
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem?.fields.password === undefined) throw thrown;
    throw new Refused({ ...problem, fields: { [name]: problem.fields.password } });
  }
}

const drift =
  (ignore: boolean): Action =>
  async (form, args) => {
    const input = { siteKey: keyOf(args), address: textOf(form, "address"), ignore };
    await call(args.context, "POST /site/v2/setting/drift", input);
    return {};
  };

const seen: Action = async (form, args) => {
  const changeIds = [textOf(form, "changeId")];
  await call(args.context, "POST /site/v2/setting/seen", { siteKey: keyOf(args), changeIds });
  return {};
};

/** Forms of settings, by their intents. */
export const SETTING_ACTIONS = {
  change,
  control,
  locks,
  enterPassword,
  exitPassword,
  setPassword,
  removePassword,
  keepDrift: drift(false),
  ignoreDrift: drift(true),
  seen,
};

export function perform(args: PageArgs) {
  return performForm<ParamExtra, PageArgs>(args, SETTING_ACTIONS, {
    extrasOfRefused: (form) => ({ refusals: refusalsOf(form) }),
  });
}
