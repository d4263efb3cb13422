import { Button } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { Changed } from "./setting-draft.ts";

type ChangeBarProps = {
  changed: readonly Changed[];
  /** Number of settings of the piece of equipment. */
  total: number;
  /** Why the change cannot be sent at present; null if it can. */
  blocked: "offline" | "noRemoteControl" | "locked" | null;
  onReview: () => void;
  onDiscard: () => void;
};

/** Shows what is changed, always in view, with the way to the review. */
export function ChangeBar({ changed, total, blocked, onReview, onDiscard }: ChangeBarProps) {
  const { t } = useTranslation("param");
  const dangerous = changed.filter(({ setting }) => setting.danger !== undefined).length;
  const invalid = changed.filter(({ problem }) => problem !== null).length;
  const isOff = blocked !== null || invalid > 0;
  return (
    <Bar role="region" aria-label={t("bar.label")}>
      <p role="status">
        <strong>{t("bar.count", { count: changed.length, total })}</strong>
        {dangerous > 0 && <span data-tone="fault">{t("bar.dangerous", { count: dangerous })}</span>}
        {invalid > 0 && <span data-tone="fault">{t("bar.invalid", { count: invalid })}</span>}
        {blocked !== null && <span data-tone="warning">{t(`bar.${blocked}`)}</span>}
      </p>
      <div>
        <Button variant="outline" colorPalette="gray" size="sm" onClick={onDiscard}>
          {t("bar.discard")}
        </Button>
        <Button
          size="sm"
          aria-disabled={isOff}
          opacity={isOff ? 0.6 : 1}
          onClick={() => !isOff && onReview()}
        >
          {t("bar.review")}
        </Button>
      </div>
    </Bar>
  );
}

const Bar = styled("div", {
  position: "sticky",
  // Beside or above the button of equipment errors, which floats in the corner.
  bottom: { base: "20", md: "3" },
  pe: { base: "4", md: "20" },
  zIndex: "docked",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "3",
  ps: "4",
  py: "3",
  borderWidth: "1px",
  borderRadius: "lg",
  bg: "bg.raised",
  boxShadow: "lg",
  textStyle: "sm",
  "& p": { display: "flex", flexWrap: "wrap", columnGap: "3", minW: "0" },
  "& strong": { fontWeight: "semibold" },
  "& [data-tone=fault]": { color: "fault" },
  "& [data-tone=warning]": { color: "warning" },
  "& > div": { display: "flex", flexWrap: "wrap", gap: "2", ms: "auto" },
});
