import { useFaultText } from "#app/alarms/use-fault-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { numbered } from "#domain/journal/hidden-rows.ts";
import { formatLocalSecond, formatLocalTime } from "#domain/units/local-time.ts";
import type { Details, EntryText, ValueChange } from "./journal-data.ts";

type Value = Details[string] | undefined;

/** Texts of the changed fields of rules, by their names in an entry. */
const FIELD_TEXTS = {
  name: "alarms:fields.name",
  lowAlarm: "alarms:fields.lowAlarm",
  lowClear: "alarms:fields.lowClear",
  highClear: "alarms:fields.highClear",
  highAlarm: "alarms:fields.highAlarm",
  sustainTime: "alarms:fields.sustainTimeUnit",
  notifyAfter: "alarms:fields.notifyAfterUnit",
  level: "alarms:fields.level",
  monitor: "alarms:fields.monitor",
  isOpen: "alarms:fields.isOpen",
  addresses: "alarms:fields.addresses",
  isOneOf: "alarms:fields.isOneOf",
  autoLevel: "alarms:general.autoLevel",
  emailInterval: "alarms:general.interval",
  "noData.isOpen": "alarms:general.noData",
  "noData.allowedGap": "alarms:general.gap",
} as const;
type Field = keyof typeof FIELD_TEXTS;

type Deps = {
  timeZone: string;
  plain: (value: Value) => string;
  deviceOf: (details: Details) => string;
};

/** Describes entries on alarms, events and alarm rules in the user's language. */
export function useAlarmText({ timeZone, plain, deviceOf }: Deps) {
  const { t, i18n } = useTranslation(["journal", "alarms"]);
  const faultText = useFaultText();

  /** Translates the name of a standard limit or of a condition; other names are those of users and loggers. */
  const alarmName = (name: string): string => {
    const isKnown = (group: string) => i18n.exists(`${group}.${name}`, { ns: "journal" });
    if (isKnown("conditions")) return t(`conditions.${name as "noData"}`);
    return isKnown("types") ? t(`types.${name as "batteryVoltage"}`) : name;
  };

  const line = (label: string, to: string, from: string | null = null): ValueChange => ({
    ...{ label, from, to },
  });

  const instant = (at: Value) =>
    typeof at === "number" ? leftToRight(formatLocalSecond(at, timeZone)) : null;

  /** An instant that an entry has, with the previous one if it was corrected. */
  function timeLines(details: Details): ValueChange[] {
    return (["start", "end"] as const).flatMap((name) => {
      const [before, after] = [instant(details[`${name}From`]), instant(details[name])];
      if (after === null && before === null) return [];
      return [line(t(`values.${name}`), after ?? "–", before === after ? null : before)];
    });
  }

  function describeAlarm(what: string, details: Details): EntryText {
    const { description, message, code, eventNo, value, unit, until } = details;
    const texts = [description, message, code].filter((one) => typeof one === "string");
    const text = alarmName(texts.find((one) => one !== "") ?? "");
    const number = eventNo === undefined ? "" : `#${plain(eventNo)}`;
    const named = faultText(text, typeof code === "string" ? code : text);
    const parts = [deviceOf(details), named || number];
    const hasValue = value !== null && value !== undefined && what !== "alarm.withdrawn";
    // A live alarm starts and ends about when its entries are recorded.
    const hasTimes = ["alarm.found", "alarm.corrected", "alarm.withdrawn"].includes(what);
    return {
      subject: parts.filter((part) => part !== "").join(" · "),
      changes: [
        ...(hasValue
          ? [line("", `${plain(value)} ${typeof unit === "string" ? unit : ""}`.trim())]
          : []),
        ...(hasTimes ? timeLines(details) : []),
        ...(typeof until === "number"
          ? [line(t("values.until"), leftToRight(formatLocalTime(until, timeZone)))]
          : []),
      ],
      outcome: what === "alarm.withdrawn" ? t("values.withdrawn") : "",
    };
  }

  /** Names the alarms that were hidden, and the numbers of their rows. */
  function describeHidden(details: Details): EntryText {
    const kinds = [0, 1, 2].flatMap((index) => {
      const [device, description, count] = ["device", "description", "count"].map(
        (name) => details[numbered(name, index)],
      );
      if (typeof count !== "number") return [];
      const text = alarmName(typeof description === "string" ? description : "");
      const parts = [device, faultText(text, text)];
      const name = parts.filter((part) => typeof part === "string" && part !== "").join(" · ");
      return [count === details.rows ? name : `${name} (${plain(count)})`];
    });
    const numbers = [0, 1, 2, 3, 4].flatMap((index) => {
      const text = details[numbered("logIds", index)];
      return typeof text === "string" ? [text] : [];
    });
    return {
      subject: kinds.join(", "),
      changes: [
        line(t("values.rows"), plain(details.rows)),
        ...(numbers.length === 0
          ? []
          : [line(t("values.logIds"), leftToRight(numbers.join(", ").replaceAll("-", "–")))]),
        ...(typeof details.to === "number"
          ? [line(t("values.until"), leftToRight(formatLocalTime(details.to, timeZone)))]
          : []),
      ],
      outcome: details.continued === true ? t("values.continued") : "",
    };
  }

  function describeRules(details: Details): EntryText {
    const { rule, fields, from, to, added, removed } = details;
    const names = (typeof rule === "string" ? rule : "").split(", ").map(alarmName).join(", ");
    const changed = (typeof fields === "string" ? fields : "").split(", ").filter(isField);
    const labels = changed.map((field) => t(FIELD_TEXTS[field]));
    const changes: ValueChange[] =
      to === undefined
        ? labels.length === 0
          ? []
          : [line(t("values.fields"), labels.join(", "))]
        : [line(labels.join(", "), word(to), from === undefined ? null : word(from))];
    if (typeof added === "number") changes.push(line(t("values.rulesAdded"), plain(added)));
    if (typeof removed === "number") changes.push(line(t("values.rulesRemoved"), plain(removed)));
    return { subject: names, changes, outcome: "" };
  }

  function word(value: Value): string {
    if (value === "off" || value === "faults" || value === "warnings")
      return t(`alarms:general.autoLevels.${value}`);
    if (value === "disabled" || value === "all") return t(`alarms:editor.monitors.${value}`);
    return plain(value);
  }

  return { describeAlarm, describeHidden, describeRules };
}

/** Isolates a text of numbers alone, whose order would be reversed in a text from right to left. */
function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}

function isField(name: string): name is Field {
  return Object.hasOwn(FIELD_TEXTS, name);
}
