import { call } from "#app/backend.server.ts";
import {
  assertValidNumbers,
  type FormAction,
  performForm,
  Refused,
} from "#app/forms/perform-form.server.ts";
import { numberOf, textOf } from "#app/forms/read-form.server.ts";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import { openSettingsTab } from "../open-settings.server.ts";
import type { Route } from "./+types/page";
import { STEPS, type WebhookExtra } from "./notification-data.ts";

type Action = FormAction<WebhookExtra, Route.ActionArgs>;

const keyOf = ({ url }: Route.ActionArgs) => url.searchParams.get("key") ?? "";

/** An empty choice follows the preferences of the account. */
const saveOwn: Action = async (form, args) => {
  const level = EVENT_LEVELS.find((one) => one === textOf(form, "level"));
  const chosen = (name: "mail" | "push" | "faultsThrough") => {
    const value = textOf(form, name);
    return value === "" ? {} : { [name]: value === "yes" };
  };
  await call(args.context, "POST /user/v2/notification/updateSite", {
    siteKey: keyOf(args),
    preferences: {
      ...chosen("mail"),
      ...chosen("push"),
      ...chosen("faultsThrough"),
      ...(level !== undefined && { level }),
    },
  });
  return {};
};

/** A step without a delay and users is none. */
const saveEscalation: Action = async (form, args) => {
  const typed = STEPS.map((step) => ({
    afterMinutes: numberOf(form, `after${step}`),
    userIds: form.getAll(`user${step}`).map(Number),
  }));
  assertValidNumbers(
    Object.fromEntries(typed.map(({ afterMinutes }, place) => [`after${place}`, afterMinutes])),
  );
  const faults: Record<string, string> = {};
  for (const [place, { afterMinutes, userIds }] of typed.entries()) {
    if (afterMinutes === undefined && userIds.length > 0) faults[`after${place}`] = "required";
    if (afterMinutes !== undefined && userIds.length === 0) faults[`user${place}`] = "required";
  }
  if (Object.keys(faults).length > 0) throw new Refused({ fields: faults });
  const used = typed.flatMap(({ afterMinutes, userIds }, place) =>
    afterMinutes === undefined ? [] : [{ place, step: { afterMinutes, userIds } }],
  );
  try {
    await call(args.context, "POST /site/v2/alarm/escalation/update", {
      siteKey: keyOf(args),
      steps: used.map(({ step }) => step),
    });
  } catch (thrown) {
    throw renameSteps(
      thrown,
      used.map(({ place }) => place),
    );
  }
  return {};
};

/** Assigns the faulty fields of the steps to those of the form. */
function renameSteps(thrown: unknown, places: readonly number[]): unknown {
  const { data } = thrown as { data?: { fields?: Record<string, string> } };
  if (data?.fields === undefined) return thrown;
  const fields = Object.entries(data.fields).map(([path, key]) => {
    const [, place = "", field] = /^steps\.(\d+)\.(\w+)/.exec(path) ?? [];
    const name = field === "userIds" ? "user" : "after";
    return [`${name}${places[Number(place)] ?? 0}`, key];
  });
  data.fields = Object.fromEntries(fields);
  return thrown;
}

const saveWebhook: Action = async (form, args) => {
  const input = { siteKey: keyOf(args), url: textOf(form, "url") };
  const { secret } = await call(args.context, "POST /site/v2/webhook/update", input);
  return secret === null ? {} : { secret };
};

const rotateSecret: Action = async (_, args) =>
  call(args.context, "POST /site/v2/webhook/rotate", { siteKey: keyOf(args) });

const testWebhook: Action = async (_, args) => ({
  tested: await call(args.context, "POST /site/v2/webhook/test", { siteKey: keyOf(args) }),
});

const deleteWebhook: Action = async (_, args) => {
  await call(args.context, "POST /site/v2/webhook/delete", { siteKey: keyOf(args) });
  return {};
};

const ACTIONS: Readonly<Record<string, Action>> = {
  own: saveOwn,
  escalation: saveEscalation,
  webhook: saveWebhook,
  rotateSecret,
  testWebhook,
  deleteWebhook,
};

/** Performs a form of the page. */
export async function perform(args: Route.ActionArgs) {
  await openSettingsTab(args, "notifications");
  return performForm(args, ACTIONS);
}
