import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MINUTE_S } from "#domain/units/durations.ts";
import { DangerTag } from "./danger-tag.tsx";
import { Facts } from "./facts.ts";
import type { Rollout } from "./rollouts-data.ts";
import { useTaskText } from "./use-task-text.ts";

/** Lists the changes that a rollout makes at each site. */
export function TaskContent({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation("rollouts");
  const { itemTexts, equipmentName, titleOf } = useTaskText();
  const { settings, releases, task } = rollout;
  return (
    <Section stacked title={t("content.title")}>
      {settings.length + releases.length === 0 ? (
        <p>{titleOf({ ...rollout, undoes: null })}</p>
      ) : (
        <Facts>
          {settings.map((item) => {
            const { name, value } = itemTexts(item);
            return (
              <div key={item.address}>
                <dt>
                  {name} <small dir="ltr">{item.address}</small>{" "}
                  {item.danger !== undefined && <DangerTag danger={item.danger} />}
                </dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            );
          })}
          {releases.map(({ releaseId, typeCode, component, version }) => (
            <div key={releaseId}>
              <dt>
                {equipmentName(typeCode)} <small dir="ltr">{typeCode}</small>
              </dt>
              <dd>
                <bdi dir="ltr">{`${component} ${version}`}</bdi>
              </dd>
            </div>
          ))}
        </Facts>
      )}
      {task.kind === "settings" && task.atomic && <p>{t("task.atomic")}</p>}
      {task.kind === "settings" && task.revertAfter !== undefined && (
        <p>{t("task.revert", { count: Math.round(task.revertAfter / MINUTE_S) })}</p>
      )}
      {task.kind === "firmware" && <p>{t("undo.firmware")}</p>}
    </Section>
  );
}
