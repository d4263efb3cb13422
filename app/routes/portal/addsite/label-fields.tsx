import { type ClipboardEvent, useRef } from "react";
import { TextField } from "#app/forms/fields.tsx";
import { Pair } from "#app/forms/section.tsx";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { readLabel } from "./read-label.ts";

type LabelFieldsProps = {
  result: Refusable;
  values: Readonly<Record<string, string>>;
};

/** Fields for what is printed on a module's label, with a picture of it. The text of its barcode fills both fields. */
export function LabelFields({ result, values }: LabelFieldsProps) {
  const { t } = useTranslation("addsite");
  const box = useRef<HTMLDivElement>(null);
  const field = (name: string) =>
    box.current?.querySelector<HTMLInputElement>(`input[name=${name}]`);
  const paste = (event: ClipboardEvent) => {
    const label = readLabel(event.clipboardData.getData("text"));
    const [serial, code] = [field("sn"), field("checkCode")];
    if (label === null || !serial || !code) return;
    event.preventDefault();
    serial.value = label.sn;
    code.value = label.checkCode;
    code.focus();
  };
  const typed = {
    autoComplete: "off",
    autoCapitalize: "characters",
    spellCheck: false,
    dir: "ltr",
  };
  return (
    <Label ref={box} onPaste={paste}>
      <LabelPicture serial={t("label.serial")} code={t("label.code")} />
      <div>
        <Pair>
          <TextField
            {...typed}
            name="sn"
            label={t("label.serial")}
            defaultValue={values.sn}
            result={result}
          />
          <TextField
            {...typed}
            name="checkCode"
            label={t("label.code")}
            defaultValue={values.checkCode}
            result={result}
          />
        </Pair>
        <p>{t("label.hint")}</p>
      </div>
    </Label>
  );
}

const SAMPLE = { serial: "HL2-2604-00187", code: "SUN7-K4QM" };
const BARS =
  "2 5 6 9 11 16 18 19 22 26 27 31 33 36 41 42 45 49 51 54 58 59 62 64 69 71 74 75 79 82";

/** Shows where the serial number and the check code stand on the label. */
function LabelPicture({ serial, code }: { serial: string; code: string }) {
  return (
    <Sticker aria-hidden>
      <svg viewBox="0 0 84 18" preserveAspectRatio="none" aria-hidden="true">
        {BARS.split(" ").map((x, place) => (
          <rect key={x} x={x} y="0" width={place % 3 === 0 ? 2 : 1} height="18" />
        ))}
      </svg>
      <dl>
        <div>
          <dt>{serial}</dt>
          <dd>
            <bdi dir="ltr">{SAMPLE.serial}</bdi>
          </dd>
        </div>
        <div>
          <dt>{code}</dt>
          <dd>
            <bdi dir="ltr">{SAMPLE.code}</bdi>
          </dd>
        </div>
      </dl>
    </Sticker>
  );
}

const Label = styled("div", {
  display: "flex",
  flexDirection: { base: "column", md: "row" },
  alignItems: { md: "center" },
  gap: { base: "4", md: "6" },
  "& > div:last-child": { flex: "1", minW: "0" },
  "& p": { mt: "2", textStyle: "xs", color: "fg.muted" },
});

const Sticker = styled("div", {
  flexShrink: "0",
  w: { base: "full", md: "52" },
  maxW: "72",
  p: "4",
  borderWidth: "1px",
  borderColor: "border",
  borderRadius: "lg",
  bg: "bg.muted",
  "& svg": { w: "full", h: "9", fill: "fg", mb: "3" },
  "& dt": { textStyle: "xs", color: "fg.muted" },
  "& dd": { fontFamily: "mono", textStyle: "sm", fontWeight: "medium" },
  "& dl": { display: "flex", flexDirection: "column", gap: "1.5" },
});
