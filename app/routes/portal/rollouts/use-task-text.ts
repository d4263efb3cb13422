import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Setting } from "#app/routes/site/param/setting.ts";
import { useSettingText } from "#app/routes/site/param/use-setting-text.ts";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { LOGGER_TYPE } from "#domain/firmware/level-types.ts";
import type { ListedRollout, TaskItem } from "./rollouts-data.ts";

type Content = Pick<ListedRollout, "task" | "settings" | "releases" | "undoes">;

/** Texts of what a rollout brings to its sites. */
export function useTaskText() {
  const { t } = useTranslation(["rollouts", "equipment"]);
  const { nameOf, valueText } = useSettingText();

  function equipmentName(typeCode: string): string {
    return typeCode === LOGGER_TYPE
      ? t("equipment:type.dataLogger")
      : t(`equipment:type.${equipmentTypeOf(typeCode)}`, { address: typeCode });
  }

  function itemTexts(item: TaskItem): { name: string; value: string } {
    const setting = settingOf(item);
    return { name: nameOf(setting), value: valueText(setting, item.value) };
  }

  function releaseText({ typeCode, component, version }: Content["releases"][number]): string {
    return t("task.release", { equipment: equipmentName(typeCode), component, version });
  }

  function titleOf({ task, settings, releases, undoes }: Content): string {
    const texts =
      task.kind === "firmware"
        ? releases.map(releaseText)
        : settings.map((item) => t("task.value", itemTexts(item)));
    const [first = t(task.kind === "firmware" ? "task.unknownRelease" : "task.settings")] = texts;
    const all = texts.length > 1 ? t("task.more", { first, count: texts.length - 1 }) : first;
    return undoes === null ? all : t("task.undo", { name: all });
  }

  return { equipmentName, itemTexts, releaseText, titleOf };
}

/** A changed setting in the form that texts of settings take; its state at a site is not known. */
function settingOf({ value: _, ...item }: TaskItem): Setting {
  const { precision, options } = item;
  return {
    ...item,
    access: "rw",
    endurance: 0,
    limits: {
      ...(precision !== undefined && { precision }),
      ...(options !== undefined && { options: Object.keys(options) }),
    },
    value: null,
    at: null,
    writes: 0,
    writesToday: 0,
    drift: null,
    isDriftIgnored: false,
  };
}
