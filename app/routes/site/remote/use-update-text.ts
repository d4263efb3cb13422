import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { percentSpace } from "#domain/units/format-quantity.ts";
import { knownReason } from "../reasons.ts";
import { useEquipmentName } from "../use-equipment-name.ts";
import { useReasonText } from "../use-reason-text.ts";
import type { Release, UpdateRecord, UpdateRow, Updates } from "./remote-data.ts";

const COMPONENTS = ["logger", "software", "dsp", "lcd", "mppt", "bms"] as const;
const STATUSES = ["400", "403", "404", "408", "409", "426", "500", "501"] as const;
const BYTES_PER_MB = 1_000_000;

/** Texts of updates in the language of the page. */
export function useUpdateText(list: Updates["list"]) {
  const { t, i18n } = useTranslation("remote");
  const { language } = i18n;
  const equipmentName = useEquipmentName();
  const reasonText = useReasonText();

  function componentText(component: string): string {
    const known = COMPONENTS.find((one) => one === component);
    return known === undefined ? component.toUpperCase() : t(`component.${known}`);
  }

  const plainName = (address: string) =>
    equipmentName(list.find((row) => row.address === address)?.name ?? "", address);
  const addresses = [...new Set(list.map(({ address }) => address))];
  const names = addresses.map(plainName);

  /** Name of the equipment, with its address where two have the same name. */
  function nameOf(address: string): string {
    const name = plainName(address);
    const isUnique = names.filter((one) => one === name).length < 2;
    return isUnique ? name : `${name} \u2066${address}\u2069`;
  }

  function refusalText(reason: string): string {
    if (reason === "nothing") return t("refusal.nothing");
    return knownReason(reason) === "unknown" ? t("refusal.other") : reasonText(reason);
  }

  /** Why an update was refused by the logger: the status of its answer. */
  function statusText(reason: string | null): string {
    const status = STATUSES.find((one) => one === reason);
    return status === undefined
      ? t("status.other", { status: reason ?? "–" })
      : t(`status.${status}`);
  }

  function resultText({ result, reason }: UpdateRecord): string | null {
    if (result === null) return null;
    if (result === "refused") return t("result.refused", { reason: statusText(reason) });
    if (result === "withdrawn")
      return t("result.withdrawn", { reason: refusalText(reason ?? "other") });
    return t(`result.${result}`);
  }

  const percent = (value: number) =>
    `${formatNumber(value, language, { max: 0 })}${percentSpace(language)}%`;
  const sizeText = (bytes: number) =>
    t("dialog.size", { size: formatNumber(bytes / BYTES_PER_MB, language, { max: 1 }) });
  /** Notes on a release, in the language of the page or in English. */
  const notesOf = ({ notes }: Release) =>
    notes[language] ?? notes.en ?? Object.values(notes)[0] ?? null;
  const versionText = (version: UpdateRow["version"]) => version ?? t("row.unknownVersion");

  return {
    ...{ componentText, nameOf, refusalText, resultText, percent, sizeText, notesOf, versionText },
  };
}
