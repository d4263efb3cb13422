import { Button } from "@chakra-ui/react";
import type { CSSProperties } from "react";
import { Link } from "react-router";
import { LevelMark } from "#app/alarms/level-mark.tsx";
import { useDurationText } from "#app/alarms/use-duration-text.ts";
import { valueText } from "#app/alarms/value-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useMoment } from "#app/routes/portal/user/use-moment.ts";
import { Rules } from "#app/routes/site/alarm/styles.ts";
import { useRegisterName } from "#app/routes/site/realtime/use-register-name.ts";
import { styled } from "#app/theme/styled.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { MAX_PLATFORM_RULES } from "#domain/alarms/rule-choices.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { RemoveButton } from "./remove-button.tsx";
import { type PlatformRule, type PlatformRules, platformRuleAddress } from "./rules-data.ts";

/** The operator's rules for all sites, and how many sites have them. */
export function RulesList({ rules }: { rules: PlatformRules }) {
  const { t } = useTranslation("platform");
  const isFull = rules.rules.length >= MAX_PLATFORM_RULES;
  return (
    <ListPage
      level={1}
      title={t("rules.title")}
      text={t("rules.text")}
      tools={
        !isFull && (
          <Button asChild size="sm">
            <Link to={platformRuleAddress("new")}>{t("rules.add")}</Link>
          </Button>
        )
      }
    >
      {rules.version > 0 && <Progress rules={rules} />}
      {isFull && <p>{t("rules.full", { limit: MAX_PLATFORM_RULES })}</p>}
      {rules.rules.length === 0 ? (
        <EmptyList>{t("rules.empty")}</EmptyList>
      ) : (
        <Ground>
          <Rules aria-label={t("rules.title")}>
            {rules.rules.map((rule) => (
              <RuleRow key={rule.ruleId} rule={rule} version={rules.version} />
            ))}
          </Rules>
        </Ground>
      )}
    </ListPage>
  );
}

/** How many sites have the present version of the rules, and which get it later. */
function Progress({ rules: { at, progress } }: { rules: PlatformRules }) {
  const { t } = useTranslation("platform");
  const moment = useMoment();
  const { sites, applied, pending } = progress;
  const offline = sites - applied - pending;
  const share = sites === 0 ? 1 : applied / sites;
  return (
    <Status role="status">
      <p>
        <strong>{t("progress.applied", { applied, count: sites })}</strong>
        <span>{t("progress.changed", { time: moment(at) })}</span>
      </p>
      <Bar aria-hidden style={{ "--share": `${Math.round(share * 100)}%` } as CSSProperties} />
      {pending > 0 && <p>{t("progress.pending", { count: pending })}</p>}
      {offline > 0 && <p>{t("progress.offline", { count: offline })}</p>}
    </Status>
  );
}

function RuleRow({ rule, version }: { rule: PlatformRule; version: number }) {
  const { t } = useTranslation("alarms");
  const duration = useDurationText();
  const registerName = useRegisterName();
  const conditions = useConditions(rule);
  const value = registerName({ name: rule.registerName, register: "" });
  const title = rule.name === undefined || rule.name === "" ? value : rule.name;
  return (
    <li data-off={!rule.isOpen || undefined}>
      <div data-name>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <small>
          <bdi>{rule.registerName}</bdi>
        </small>
      </div>
      <div data-limits>
        {conditions.length === 0 && <span>{t("rule.noLimits")}</span>}
        {conditions.map((text) => (
          <span key={text}>{text}</span>
        ))}
        {rule.sustainTime > 0 && (
          <span>{t("rule.sustained", { time: duration(rule.sustainTime * SECOND_MS) })}</span>
        )}
        <LevelMark level={rule.level} />
      </div>
      <div data-switch>{t(rule.isOpen ? "on" : "off")}</div>
      <div data-buttons>
        <Button asChild size="xs" variant="outline" colorPalette="gray">
          <Link
            to={platformRuleAddress(rule.ruleId)}
            aria-label={t("rule.editOne", { name: title })}
          >
            {t("rule.edit")}
          </Link>
        </Button>
        <RemoveButton rule={rule} version={version} title={title} />
      </div>
    </li>
  );
}

/** Conditions that raise the alarm of a rule, in short texts. */
function useConditions({ unit, lowAlarm, highAlarm, isOneOf }: PlatformRule): string[] {
  const { t, i18n } = useTranslation("alarms");
  if (isOneOf !== null) return [t("rule.isOneOf", { values: isOneOf.join(", ") })];
  const low = valueText(lowAlarm, unit ?? null, i18n.language);
  const high = valueText(highAlarm, unit ?? null, i18n.language);
  return [
    ...(low === null ? [] : [t("rule.below", { limit: low })]),
    ...(high === null ? [] : [t("rule.above", { limit: high })]),
  ];
}

const Ground = styled("div", {
  layerStyle: "card",
  overflow: "hidden",
  "& > ul": { borderWidth: "0" },
});

const Status = styled("div", {
  layerStyle: "card",
  display: "flex",
  flexDirection: "column",
  gap: "2",
  px: { base: "3", md: "4" },
  py: "3",
  textStyle: "sm",
  color: "fg.muted",
  "& p:first-of-type": {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    columnGap: "4",
  },
  "& strong": { fontWeight: "medium", color: "fg" },
});

const Bar = styled("div", {
  h: "1.5",
  borderRadius: "full",
  bg: "border",
  overflow: "hidden",
  _before: {
    content: '""',
    display: "block",
    w: "var(--share)",
    h: "full",
    borderRadius: "full",
    bg: "brand.solid",
  },
});
