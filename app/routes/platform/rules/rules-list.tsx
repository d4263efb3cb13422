import { Button } from "@chakra-ui/react";
import type { CSSProperties } from "react";
import { Link } from "react-router";
import { joinNames } from "#app/alarms/rules/join-names.ts";
import { RemoveRuleButton } from "#app/alarms/rules/remove-rule-button.tsx";
import { RuleRow } from "#app/alarms/rules/rule-row.tsx";
import { Rules } from "#app/alarms/rules/styles.ts";
import { useConditionTexts } from "#app/alarms/rules/use-condition-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useMoment } from "#app/routes/portal/user/use-moment.ts";
import { useRegisterName } from "#app/routes/site/realtime/use-register-name.ts";
import { styled } from "#app/theme/styled.tsx";
import { EmptyList, ListPage } from "#app/ui/list-page.tsx";
import { MAX_PLATFORM_RULES } from "#domain/alarms/rule-choices.ts";
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
              <PlatformRuleRow key={rule.ruleId} rule={rule} version={rules.version} />
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

type PlatformRuleRowProps = { rule: PlatformRule; version: number };

function PlatformRuleRow({ rule, version }: PlatformRuleRowProps) {
  const { t } = useTranslation("platform");
  const registerName = useRegisterName();
  const conditionsOf = useConditionTexts();
  const { registerName: place, name = "" } = rule;
  const title = name === "" ? registerName({ name: place, register: "" }) : name;
  return (
    <RuleRow
      rule={rule}
      title={title}
      place={title === place ? "" : joinNames(place)}
      conditions={conditionsOf(rule)}
      editAddress={platformRuleAddress(rule.ruleId)}
    >
      <RemoveRuleButton
        rule={rule}
        version={version}
        title={title}
        question={t("rules.removeText")}
        submit={t("rules.removeSubmit")}
      />
    </RuleRow>
  );
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
