import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { joinNames } from "#app/alarms/rules/join-names.ts";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { MAX_UNAPPROVED_SITES } from "#domain/rollouts/limits.ts";
import { MINUTE_S } from "#domain/units/durations.ts";
import { ChosenSettings } from "./chosen-settings.tsx";
import { PlanFields } from "./plan-fields.tsx";
import { readPlan, USUAL_INPUT } from "./plan-input.ts";
import { ReleasePicker } from "./release-picker.tsx";
import { type RolloutExtra, rolloutAddress, type TaskKind } from "./rollouts-data.ts";
import { type ChosenSetting, valuesOf } from "./setting-choices.ts";
import { SettingPicker } from "./setting-picker.tsx";
import { orderSites, type Ticked } from "./site-choices.ts";
import { SitePicker } from "./site-picker.tsx";

/** Prepares a rollout: what changes, at which sites, and how it proceeds. Its sending begins the dry run. */
export function NewRollout() {
  const { t } = useTranslation("rollouts");
  const navigate = useNavigate();
  const [kind, setKind] = useState<TaskKind>("settings");
  const [ticked, setTicked] = useState<Ticked>(new Map());
  const [first, setFirst] = useState<number | null>(null);
  const [releaseIds, setReleaseIds] = useState<readonly number[]>([]);
  const [chosen, setChosen] = useState<readonly ChosenSetting[]>([]);
  const [isAtomic, setIsAtomic] = useState(true);
  const [revertMinutes, setRevertMinutes] = useState<number | null>(null);
  const [planInput, setPlanInput] = useState(USUAL_INPUT);
  const own = useOwnForm<RolloutExtra>("add", {
    drafts: "asked",
    resets: false,
    onDone: ({ rolloutId }) => rolloutId !== undefined && void navigate(rolloutAddress(rolloutId)),
  });
  const { Form, form, busy, outcome } = own;
  const sites = useMemo(() => orderSites(ticked, first), [ticked, first]);
  const { plan } = readPlan(planInput);
  const values = valuesOf(chosen);
  const missing = [
    sites.length === 0 && t("new.missingSites"),
    kind === "firmware" && releaseIds.length === 0 && t("new.missingReleases"),
    kind === "settings" && chosen.length === 0 && t("new.missingSettings"),
    kind === "settings" && values === null && t("new.missingValues"),
    plan === null && t("new.missingPlan"),
  ].filter((part) => part !== false);
  const isComplete = missing.length === 0;
  const request = {
    task:
      kind === "firmware"
        ? { kind, releaseIds }
        : {
            kind,
            items: values ?? [],
            ...(chosen.length > 1 && isAtomic && { atomic: true }),
            ...(revertMinutes !== null && { revertAfter: revertMinutes * MINUTE_S }),
          },
    siteIds: sites.map(({ siteId }) => siteId),
    plan,
  };
  const isDangerous =
    kind === "settings" && chosen.some(({ setting: { danger } }) => danger !== undefined);
  const openNames = sites
    .filter(({ siteId }) => outcome?.openSiteIds?.includes(siteId))
    .map(({ name }) => name);
  return (
    <ListPage level={1} title={t("new.title")} text={t("new.lead")}>
      <Form method="post" ref={form} noValidate>
        <Steps>
          <KindChoice kind={kind} onChange={setKind} />
          <SitePicker
            kind={kind}
            ticked={ticked}
            order={sites}
            canary={planInput.canary}
            onTick={setTicked}
            onFirst={setFirst}
          />
          {kind === "firmware" ? (
            <ReleasePicker releaseIds={releaseIds} onChange={setReleaseIds} />
          ) : (
            <SettingPicker site={sites[0] ?? null} chosen={chosen} onChange={setChosen}>
              <ChosenSettings
                chosen={chosen}
                isAtomic={isAtomic}
                revertMinutes={revertMinutes}
                onChange={setChosen}
                onAtomic={setIsAtomic}
                onRevert={setRevertMinutes}
              />
            </SettingPicker>
          )}
          <PlanFields input={planInput} sites={sites.length} onChange={setPlanInput} />
        </Steps>
        <input type="hidden" name="request" value={JSON.stringify(request)} />
        <SendBar>
          <div>
            <Outcome result={outcome} done="" />
            {openNames.length > 0 && (
              <p>{t("new.openSites", { names: joinNames(...openNames) })}</p>
            )}
            {(isDangerous || sites.length > MAX_UNAPPROVED_SITES) && (
              <Notice tone="warning" role="note">
                {t("new.approval")}
              </Notice>
            )}
            <p aria-live="polite">
              {isComplete
                ? t("new.complete", { count: sites.length })
                : t("new.missing", { parts: joinNames(...missing) })}
            </p>
          </div>
          <Submit intent="add" busy={busy || !isComplete}>
            {busy ? t("new.submitting") : t("new.submit")}
          </Submit>
        </SendBar>
      </Form>
    </ListPage>
  );
}

type KindChoiceProps = { kind: TaskKind; onChange: (kind: TaskKind) => void };

function KindChoice({ kind, onChange }: KindChoiceProps) {
  const { t } = useTranslation("rollouts");
  return (
    <Section stacked title={t("new.kind")}>
      <Kinds role="radiogroup" aria-label={t("new.kind")}>
        {(["settings", "firmware"] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="kind"
              value={one}
              checked={kind === one}
              onChange={() => onChange(one)}
            />
            <span>
              <b>{t(`new.${one}`)}</b>
              <small>{t(`new.${one}Text`)}</small>
            </span>
          </label>
        ))}
      </Kinds>
    </Section>
  );
}

const Steps = styled("div", { display: "flex", flexDirection: "column", gap: "4", minW: "0" });

const Kinds = styled("div", {
  display: "grid",
  gap: "3",
  gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
  "& label": {
    display: "flex",
    alignItems: "flex-start",
    gap: "3",
    px: "4",
    py: "3",
    borderWidth: "1px",
    borderRadius: "lg",
    cursor: "pointer",
    _hover: { bg: "bg.hover" },
  },
  "& label:has(:checked)": {
    borderColor: "brand.solid",
    boxShadow: "inset 0 0 0 1px {colors.brand.solid}",
  },
  "& input": { w: "4.5", h: "4.5", mt: "0.5", flexShrink: "0", accentColor: "brand.solid" },
  "& b": { display: "block", fontWeight: "medium" },
  "& small": { color: "fg.muted", textStyle: "xs" },
});

/** Stays in the window, so that what is missing is known before the end of the page. */
const SendBar = styled("div", {
  layerStyle: "card",
  position: "sticky",
  bottom: "3",
  zIndex: "docked",
  mt: "4",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "3",
  px: { base: "4", md: "5" },
  py: "3",
  boxShadow: "lg",
  "& > div": { flex: "1 1 14rem", minW: "0", display: "flex", flexDirection: "column", gap: "2" },
  "& p": { overflowWrap: "anywhere" },
  "& > button": { alignSelf: "center", w: { base: "full", sm: "auto" } },
});
