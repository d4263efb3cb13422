import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SignalName } from "#app/theme/palette.ts";
import type { CommandResult } from "#domain/commands/command-record.ts";
import { registerOf } from "#domain/registers/address-parts.ts";
import type { ConfigOption } from "#domain/sites/config-options.ts";
import { formatTimeText } from "#domain/units/date-text.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { useAccessText } from "../management/use-access-text.ts";
import { useRegisterName } from "../realtime/use-register-name.ts";
import { useOptionWord } from "../realtime/use-register-value.ts";
import { useEquipmentName } from "../use-equipment-name.ts";
import type { Details, EntryText, JournalEntry, ValueChange } from "./journal-data.ts";
import { useAlarmText } from "./use-alarm-text.ts";

type Value = Details[string] | undefined;
/** Settings of a site whose previous and new values an entry has, as `nameFrom` and `nameTo`. */
const SETTINGS = [
  "electricityPrice",
  "feedInPrice",
  "priceUnit",
  "reduceScale",
  "solarPeak",
  "location",
  "latitude",
  "longitude",
  "country",
  "timeZone",
] as const;
/** Names of an entry's values that have a text. */
const IDENTITY_FIELDS = ["model", "serial", "software", "hardware", "communication"] as const;
const SHARE_FLAGS = ["hasPassword", "hidesLocation", "isPublic"] as const;
const NO_VALUE = "–";

/** The color of an entry's icon. */
export function toneOf({ what, details }: JournalEntry): SignalName {
  const { level, result } = details;
  if (what === "event.raised" || what === "alarm.started" || what === "alarm.found")
    return level === "fault" || level === "warning" ? level : "info";
  if (what === "command.ended") return result === "success" ? "good" : "fault";
  if (what === "setting.changed" || what === "firmware.ended")
    return result === "success" ? "good" : "warning";
  if (what === "setting.reverted" || what === "setting.drifted") return "warning";
  if (what === "event.cleared" || what === "alarm.ended" || what === "logger.online") return "good";
  if (what === "logger.offline" || what === "journal.limited") return "warning";
  return "quiet";
}

/** Describes the values of an entry in the user's language. */
export function useEntryText(timeZone: string): (entry: JournalEntry) => EntryText {
  const { t, i18n } = useTranslation(["journal", "branding"]);
  const accessText = useAccessText(timeZone);
  const equipmentName = useEquipmentName();
  const registerName = useRegisterName();

  const plain = (value: Value): string => {
    if (value === null || value === undefined || value === "") return NO_VALUE;
    if (typeof value === "boolean") return t(value ? "values.on" : "values.off");
    return typeof value === "number"
      ? formatNumber(value, i18n.language, { min: 0, max: 6 })
      : value;
  };
  const optionWord = useOptionWord();
  const word = (value: Value) => (typeof value === "string" ? optionWord(value) : null);

  const instant = (value: Value): string | null =>
    typeof value === "number" ? formatTimeText(value, timeZone, i18n.language) : null;

  const deviceOf = ({ device, type, address }: Details): string => {
    if (typeof address !== "string" && typeof device !== "string") return "";
    const name = typeof device === "string" && device !== "" ? device : textOf(type);
    return equipmentName(name, textOf(address));
  };

  const alarmText = useAlarmText({ plain, timeZone, deviceOf });

  function describeCommand({ register, unit, ...details }: Details): EntryText {
    const { address, from, to, fromWord, toWord, result, readBack } = details;
    const name = registerName({
      name: typeof register === "string" ? register : null,
      register: registerOf(textOf(address)),
    });
    const withUnit = (value: Value, its: Value) =>
      word(its) ??
      (typeof value === "number" ? `${plain(value)} ${textOf(unit)}`.trim() : plain(value));
    const isUnlike = readBack !== null && readBack !== undefined && readBack !== to;
    return {
      subject: `${deviceOf(details)} · ${name}`,
      changes: [
        {
          label: "",
          from: from === null ? null : withUnit(from, fromWord),
          to: withUnit(to, toWord),
        },
        ...(isUnlike
          ? [{ label: t("values.readBack"), from: null, to: withUnit(readBack, null) }]
          : []),
      ],
      outcome: i18n.exists(`results.${result}`, { ns: "journal" })
        ? t(`results.${result as CommandResult}`)
        : "",
    };
  }

  function describeSetting(details: Details): EntryText {
    if (typeof details.address !== "string") return NOTHING;
    const { changes, outcome, subject } = describeCommand(details);
    const count = Number(details.count ?? 1);
    return {
      subject: count > 1 ? `${subject} (+${plain(count - 1)})` : subject,
      changes:
        "to" in details
          ? changes.map((one) => ("from" in details ? one : { ...one, from: null }))
          : [],
      outcome: [outcome, textOf(details.reason)].filter((text) => text !== "").join(" · "),
    };
  }

  function describeFirmware({ component, from, to, result, ...details }: Details): EntryText {
    const label = textOf(component).toUpperCase();
    const isKnown = i18n.exists(`results.${result}`, { ns: "journal" });
    return {
      subject: deviceOf(details),
      changes: [{ label, from: from === null ? null : plain(from), to: plain(to) }],
      outcome: isKnown ? t(`results.${result as CommandResult}`) : "",
    };
  }

  function describeAccess(details: Details): EntryText {
    const { fromRole, toRole, fromEnd, toEnd, to } = details;
    if (typeof to === "boolean") return only({ from: null, to: plain(to) });
    if (typeof toRole !== "number" || typeof fromRole !== "number") return NOTHING;
    const [from, after] = [accessText(fromRole, endOf(fromEnd)), accessText(toRole, endOf(toEnd))];
    return from === after ? NOTHING : only({ from: fromRole === 0 ? null : from, to: after });
  }

  function describeSettings(details: Details): readonly ValueChange[] {
    return SETTINGS.filter(
      (name) => `${name}To` in details && details[`${name}To`] !== details[`${name}From`],
    ).map((name) => ({
      label: t(`values.${name}`),
      from: plain(details[`${name}From`]),
      to: plain(details[`${name}To`]),
    }));
  }

  function describeConfig({ option, optionFrom, from, to }: Details): EntryText {
    const nameOf = (value: Value) => {
      return i18n.exists(`configs.options.${value}`, { ns: "branding" })
        ? t(`branding:configs.options.${value as ConfigOption}`)
        : plain(value);
    };
    const isOther = optionFrom !== undefined && optionFrom !== option;
    return only({
      label: isOther ? `${nameOf(optionFrom)} · ${nameOf(option)}` : nameOf(option),
      from: from === undefined ? null : plain(from),
      to: plain(to),
    });
  }

  function describeIdentity({ field, from, to, omitted, ...details }: Details): EntryText {
    const name = textOf(field).replace(/^versions\./, "");
    const isKnown = (IDENTITY_FIELDS as readonly string[]).includes(name);
    const label = isKnown ? t(`values.${name as (typeof IDENTITY_FIELDS)[number]}`) : name;
    const subject = details.address === undefined ? textOf(details.serial) : piecesText(details);
    const change = { label, from: from === null ? null : plain(from), to: plain(to) };
    const others = { label: t("values.changesOmitted"), from: null, to: plain(omitted) };
    return { subject, changes: omitted === undefined ? [change] : [change, others], outcome: "" };
  }

  /** Names the first of several pieces of equipment. */
  function piecesText(details: Details): string {
    const more = Number(details.count) - 1;
    return deviceOf(withFirst(details)) + (more > 0 ? ` +${plain(more)}` : "");
  }

  return ({ what, details }) => {
    const [kind] = what.split(".", 1);
    if (what === "command.ended") return describeCommand(details);
    if (kind === "setting") return describeSetting(details);
    if (kind === "firmware") return describeFirmware(details);
    if (what === "alarm.hidden") return alarmText.describeHidden(details);
    if (kind === "event" || kind === "alarm") return alarmText.describeAlarm(what, details);
    if (kind === "access") return describeAccess(details);
    if (what.startsWith("site.config")) return describeConfig(details);
    const { from, to } = details;
    switch (what) {
      case "export.alarms":
      case "export.data":
        return only({ from: instant(from), to: instant(to) ?? NO_VALUE });
      case "logger.online":
      case "logger.offline":
        return { ...NOTHING, subject: textOf(details.serial) };
      case "equipment.added":
      case "equipment.removed":
        return { ...NOTHING, subject: piecesText(details) };
      case "equipment.renamed":
        return {
          ...only({ from: from === "" ? null : plain(from), to: plain(to) }),
          subject: deviceOf(details),
        };
      case "equipment.extraAdded":
      case "equipment.extraRemoved":
        return { ...NOTHING, subject: textOf(details.name) };
      case "equipment.changed":
      case "logger.changed":
        return describeIdentity(details);
      case "rule.changed":
      case "rule.operatorChanged":
        return alarmText.describeRules(details);
      case "rule.escalationChanged":
        return only({ label: t("values.steps"), from: null, to: plain(details.steps) });
      case "share.created":
        return {
          ...NOTHING,
          outcome: SHARE_FLAGS.filter((flag) => details[flag] === true)
            .map((flag) => t(`values.${flag}`))
            .join(" · "),
        };
      case "site.retentionChanged":
        return only({
          label: t("values.retention"),
          from: from === null ? t("values.unlimited") : plain(from),
          to: to === null ? t("values.unlimited") : plain(to),
        });
      case "site.fenceChanged":
        return { ...NOTHING, subject: fenceText(details.shape) };
      case "site.tagAdded":
      case "site.tagRemoved":
        return { ...NOTHING, subject: textOf(details.tag) };
      case "site.dataImported":
      case "site.importUndone":
        return { ...NOTHING, subject: textOf(details.name) };
      case "site.webhookSet":
        return { ...NOTHING, subject: textOf(details.host) };
      case "journal.resumed":
        return only({ label: t("values.omitted"), from: null, to: plain(details.count) });
    }
    const settings = describeSettings(details);
    if (settings.length > 0) return { ...NOTHING, changes: settings };
    if (from === undefined && to === undefined) return NOTHING;
    return only({ from: from === undefined ? null : plain(from), to: plain(to) });
  };

  function fenceText(shape: Value): string {
    if (shape === "circle" || shape === "polygon") return t(`values.${shape}`);
    return t("values.noFence");
  }
}

const NOTHING: EntryText = { subject: "", changes: [], outcome: "" };

function only(change: Omit<ValueChange, "label"> & { label?: string }): EntryText {
  return { ...NOTHING, changes: [{ label: "", ...change }] };
}

function textOf(value: Value): string {
  return typeof value === "string" ? value : "";
}

function endOf(value: Value): number | null {
  return typeof value === "number" ? value : null;
}

/** An entry about several pieces of equipment names the first one. */
function withFirst(details: Details): Details {
  return { ...details, address: textOf(details.addresses).split(" ", 1)[0] ?? "" };
}
