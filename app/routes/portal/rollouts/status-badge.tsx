import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { RolloutStatus } from "#domain/rollouts/states.ts";
import { STATUS_TONES } from "./rollouts-data.ts";

/** The status of a rollout as a coloured word. */
export function RolloutBadge({ status }: { status: RolloutStatus }) {
  const { t } = useTranslation("rollouts");
  return <Badge data-tone={STATUS_TONES[status]}>{t(`status.${status}`)}</Badge>;
}

const Badge = styled("span", {
  display: "inline-flex",
  alignItems: "center",
  px: "2.5",
  py: "0.5",
  borderRadius: "full",
  textStyle: "xs",
  fontWeight: "semibold",
  whiteSpace: "nowrap",
  "&[data-tone=good]": { bg: "good.wash", color: "good" },
  "&[data-tone=warning]": { bg: "warning.wash", color: "warning" },
  "&[data-tone=fault]": { bg: "fault.wash", color: "fault" },
  "&[data-tone=info]": { bg: "info.wash", color: "info" },
});
