import { backend, call } from "#app/backend.server.ts";
import {
  assertValidNumbers,
  type FormAction,
  performForm,
  Refused,
} from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { openSite, requireUser } from "#app/guard.server.ts";
import { HOUR_MS } from "#domain/units/durations.ts";
import type { Route } from "./+types/page";
import { readLocalInstant } from "./local-instant.ts";
import type { LogExtra } from "./log-data.ts";

type Action = FormAction<LogExtra, Route.ActionArgs>;

const keyOf = ({ url }: Route.ActionArgs) => url.searchParams.get("key") ?? "";
const logIdOf = (form: FormData) => Number(textOf(form, "logId"));

const acknowledge: Action = async (form, args) => {
  const input = { siteKey: keyOf(args), logId: logIdOf(form) };
  await call(args.context, "POST /site/v2/alarm/acknowledge", input);
  return {};
};

/** Snoozes for the hours of the pressed button, or until the typed time at the site. */
const snooze: Action = async (form, args) => {
  const hours = Number(textOf(form, "hours"));
  const until =
    hours > 0
      ? args.context.get(backend).context.now() + hours * HOUR_MS
      : await typedInstant(form, "until", args);
  if (until === undefined) throw new Refused({ fields: { until: "setFirst" } });
  const input = { siteKey: keyOf(args), logId: logIdOf(form), until };
  await call(args.context, "POST /site/v2/alarm/snooze", input);
  return {};
};

async function typedInstant(form: FormData, name: string, args: Route.ActionArgs) {
  const { timeZone } = await openSite(args);
  const typed = readLocalInstant(textOf(form, name), timeZone.timeZoneId);
  assertValidNumbers({ [name]: typed });
  return typed;
}

const hide: Action = async (form, args) => {
  const logIds = form.getAll("row").map(Number);
  const input = { siteKey: keyOf(args), logIds };
  return call(args.context, "POST /site/v2/alarm/logger/batchdel", input);
};

const clear: Action = async (_, args) =>
  call(args.context, "POST /site/v2/alarm/logger/clear", { siteKey: keyOf(args) });

const exportLog: Action = async (form, args) => {
  const from = await typedInstant(form, "from", args);
  const to = await typedInstant(form, "to", args);
  const period = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const input = { siteKey: keyOf(args), ...period };
  return { exported: await call(args.context, "POST /site/v2/alarm/logger/export", input) };
};

const ACTIONS: Readonly<Record<string, Action>> = {
  acknowledge,
  snooze,
  hide,
  clear,
  export: exportLog,
};

/** Performs a form of the alarm log. */
export async function perform(args: Route.ActionArgs) {
  requireUser(args);
  return performForm(args, ACTIONS);
}
