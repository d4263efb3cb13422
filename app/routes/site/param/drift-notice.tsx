import { Button } from "@chakra-ui/react";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Moment } from "#app/ui/moment.tsx";
import type { Setting } from "./setting.ts";
import { inputOf } from "./setting-draft.ts";
import { useSettingText } from "./use-setting-text.ts";

type DriftNoticeProps = {
  setting: Setting;
  timeZone: string;
  isReadOnly: boolean;
  onRestore: (typed: string) => void;
};

/** A value that changed without the portal: it is kept, restored, or not reported any more. */
export function DriftNotice({ setting, timeZone, isReadOnly, onRestore }: DriftNoticeProps) {
  const { t } = useTranslation("param");
  const { valueText } = useSettingText();
  const own = useOwnForm(null, { drafts: "none", owns: () => false });
  const { drift, address } = setting;
  if (drift === null) return null;
  const old = inputOf(setting, drift.from);
  return (
    <Frame role="status">
      <p>
        {t("drift.text", {
          from: valueText(setting, drift.from),
          to: valueText(setting, drift.to),
        })}{" "}
        <Moment at={drift.at} timeZone={timeZone} />
      </p>
      {!isReadOnly && (
        <own.Form method="post" ref={own.form}>
          <input type="hidden" name="address" value={address} />
          <Button type="submit" name="intent" value="keepDrift" size="xs" variant="outline">
            {t("drift.keep")}
          </Button>
          {old !== null && (
            <Button type="button" size="xs" variant="outline" onClick={() => onRestore(old)}>
              {t("drift.restore")}
            </Button>
          )}
          <Button
            type="submit"
            name="intent"
            value="ignoreDrift"
            size="xs"
            variant="ghost"
            colorPalette="gray"
          >
            {t("drift.ignore")}
          </Button>
        </own.Form>
      )}
      <Outcome result={own.outcome} done="" />
    </Frame>
  );
}

const Frame = styled("div", {
  gridColumn: "1 / -1",
  display: "flex",
  flexDirection: "column",
  gap: "2",
  px: "3",
  py: "2.5",
  borderRadius: "md",
  textStyle: "xs",
  bg: "warning.wash",
  "& > p": { color: "warning" },
  "& form": { display: "flex", flexWrap: "wrap", gap: "2" },
});
