import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { DANGERS } from "#domain/registers/sections.ts";

/** Shows the danger of a setting as a word beside its name. */
export function DangerTag({ danger }: { danger: string }) {
  const { t } = useTranslation("param");
  const known = DANGERS.find((one) => one === danger);
  return known === undefined ? null : (
    <Tag title={t(`dangerText.${known}`)}>{t(`danger.${known}`)}</Tag>
  );
}

const Tag = styled("em", {
  fontStyle: "normal",
  textStyle: "xs",
  fontWeight: "medium",
  px: "1.5",
  borderRadius: "sm",
  bg: "warning.wash",
  color: "warning",
  whiteSpace: "nowrap",
});
