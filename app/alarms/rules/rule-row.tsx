import { Button } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { LevelMark } from "../level-mark.tsx";
import { useDurationText } from "../use-duration-text.ts";

type RuleRowProps = {
  rule: { level: "fault" | "warning"; isOpen: boolean; sustainTime: number };
  title: string;
  /**
   * Names of the monitored value and its device, each isolated if its direction may differ from that of the page; empty if
   * the title says the same.
   */
  place: string;
  /** Conditions that raise its alarm, in short texts. */
  conditions: readonly string[];
  /** Further marks behind the level. */
  marks?: ReactNode;
  /** Switch of the rule; by default its state as a word. */
  control?: ReactNode;
  /** Address of its editor; absent for users who may only see it. */
  editAddress?: string | undefined;
  /** Further buttons. */
  children?: ReactNode;
};

/** A rule in a list, of a site or of all sites. */
export function RuleRow(props: RuleRowProps) {
  const { rule, title, place, conditions, marks, control, editAddress, children } = props;
  const { t } = useTranslation("alarms");
  const duration = useDurationText();
  return (
    <li data-off={!rule.isOpen || undefined}>
      <div data-name>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        {place !== "" && <small>{place}</small>}
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
        {marks}
      </div>
      {control ?? <div data-switch>{t(rule.isOpen ? "on" : "off")}</div>}
      {editAddress !== undefined && (
        <div data-buttons>
          <Button asChild size="xs" variant="outline" colorPalette="gray">
            <Link to={editAddress} aria-label={t("rule.editOne", { name: title })}>
              {t("rule.edit")}
            </Link>
          </Button>
          {children}
        </div>
      )}
    </li>
  );
}
