import { joinNames } from "#app/alarms/rules/join-names.ts";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { MAX_ROLLOUT_RELEASES } from "#domain/rollouts/limits.ts";
import { useMoment } from "../user/use-moment.ts";
import { LoadState } from "./load-state.tsx";
import type { ReleaseChoice } from "./rollouts-data.ts";
import { usePlanText } from "./use-plan-text.ts";
import { useTaskText } from "./use-task-text.ts";

type ReleasePickerProps = {
  releaseIds: readonly number[];
  onChange: (releaseIds: readonly number[]) => void;
};

/** The choice of the releases of a rollout; each updates the equipment that it fits. */
export function ReleasePicker({ releaseIds, onChange }: ReleasePickerProps) {
  const { t } = useTranslation("rollouts");
  const query = useApiQuery("POST /site/v2/rollout/listReleases", {});
  const { data } = query;
  const isFull = releaseIds.length >= MAX_ROLLOUT_RELEASES;
  return (
    <Section stacked title={t("releases.title")} text={t("releases.text")}>
      {data === null ? (
        <LoadState
          query={query}
          loading={t("releases.loading")}
          failed={t("releases.failed")}
          retry={t("pick.retry")}
        />
      ) : data.list.length === 0 ? (
        <p role="status">{t("releases.none")}</p>
      ) : (
        <Rows aria-label={t("releases.title")}>
          {data.list.map((release) => {
            const isChosen = releaseIds.includes(release.releaseId);
            return (
              <li key={release.releaseId}>
                <label>
                  <input
                    type="checkbox"
                    checked={isChosen}
                    disabled={isFull && !isChosen}
                    onChange={({ currentTarget }) =>
                      onChange(
                        currentTarget.checked
                          ? [...releaseIds, release.releaseId]
                          : releaseIds.filter((id) => id !== release.releaseId),
                      )
                    }
                  />
                  <Release release={release} />
                </label>
              </li>
            );
          })}
        </Rows>
      )}
      {isFull && <p>{t("releases.full", { limit: MAX_ROLLOUT_RELEASES })}</p>}
    </Section>
  );
}

function Release({ release }: { release: ReleaseChoice }) {
  const { t, i18n } = useTranslation("rollouts");
  const { releaseText } = useTaskText();
  const { percent } = usePlanText();
  const moment = useMoment();
  const { vendor, family, models, from, notes, minSoc, whenOff, expires } = release;
  const note = notes[i18n.language] ?? notes.en;
  return (
    <span>
      <b>{releaseText(release)}</b> <small dir="ltr">{`${vendor} ${family}`}</small>
      {note !== undefined && <span dir="auto">{note}</span>}
      <small>{t("releases.models", { models: joinNames(...models) })}</small>
      {from !== null && <small>{t("releases.from", { versions: joinNames(...from) })}</small>}
      {minSoc !== null && <small>{t("releases.minSoc", { soc: percent(minSoc) })}</small>}
      {whenOff && <small>{t("releases.whenOff")}</small>}
      <small>{t("releases.expires", { time: moment(expires) })}</small>
    </span>
  );
}

const Rows = styled("ul", {
  listStyleType: "none",
  borderWidth: "1px",
  borderRadius: "lg",
  maxH: "28rem",
  overflowY: "auto",
  "& > li + li": { borderTopWidth: "1px", borderTopColor: "border.muted" },
  "& label": {
    display: "flex",
    alignItems: "flex-start",
    gap: "3",
    px: "3",
    py: "3",
    cursor: "pointer",
    _hover: { bg: "bg.hover" },
  },
  "& input": { flexShrink: "0", w: "4.5", h: "4.5", mt: "0.5", accentColor: "brand.solid" },
  "& label > span": { minW: "0", overflowWrap: "anywhere" },
  "& span > span": { display: "block" },
  "& b": { fontWeight: "medium" },
  "& small": { display: "block", color: "fg.muted", textStyle: "xs" },
  "& b + small": { display: "inline" },
});
