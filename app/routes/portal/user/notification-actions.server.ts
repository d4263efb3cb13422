import { call } from "#app/backend.server.ts";
import { type FormAction, Refused } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { EVENT_LEVELS } from "#domain/alarms/event-levels.ts";
import type { Route } from "./+types/page";
import { WEEKDAYS } from "./weekdays.ts";

/** Fields of the operation that have another name in the form. */
const FIELDS: Readonly<Record<string, string>> = {
  "quietHours.from": "quietFrom",
  "quietHours.to": "quietTo",
};

/** Saves how the user is notified of alarms. */
export const saveNotifications: FormAction<object, Route.ActionArgs> = async (form, args) => {
  const level = EVENT_LEVELS.find((one) => one === textOf(form, "level")) ?? "warning";
  const weekdays = WEEKDAYS.filter((day) => form.has(`day${day}`));
  const hasQuietHours = form.has("quiet") && weekdays.length > 0;
  const [from, to] = [textOf(form, "quietFrom"), textOf(form, "quietTo")];
  if (hasQuietHours && from === to) throw new Refused({ fields: { quietTo: "wrongValue" } });
  try {
    await call(args.context, "POST /user/v2/notification/update", {
      mail: form.has("mail"),
      push: form.has("push"),
      level,
      quietHours: hasQuietHours ? { from, to, weekdays: [...weekdays] } : null,
      faultsThrough: form.has("faultsThrough"),
      digestAt: form.has("digest") ? textOf(form, "digestAt") : null,
      timeZone: textOf(form, "timeZone") || null,
    });
  } catch (thrown) {
    throw renameFields(thrown);
  }
  return {};
};

/** Assigns the faulty fields of a refusal to those of the form. */
function renameFields(thrown: unknown): unknown {
  const { data } = thrown as { data?: { fields?: Record<string, string> } };
  if (data?.fields === undefined) return thrown;
  const fields = Object.entries(data.fields).map(([name, key]) => [FIELDS[name] ?? name, key]);
  data.fields = Object.fromEntries(fields);
  return thrown;
}
