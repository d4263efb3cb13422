import { ConfirmButton } from "#app/forms/confirm-button.tsx";
import { SelectField, TextField } from "#app/forms/fields.tsx";
import { Refusal } from "#app/forms/refusal.tsx";
import { Outcome, Pair, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { MAX_EXTRA_NOTE, MAX_EXTRA_TEXT } from "#domain/text-limits.ts";
import { EQUIPMENT_ICONS } from "../equipment-icons.ts";
import { EXTRA_TYPE_CODES, type ExtraDevice, rowIdOf } from "./device-data.ts";
import { useDeviceText } from "./use-devices.ts";

type ExtraSectionProps = { extra: readonly ExtraDevice[]; mayEdit: boolean };

/** Equipment that no logger reports: a list, and a form that adds to it. */
export function ExtraSection({ extra, mayEdit }: ExtraSectionProps) {
  const { t } = useTranslation("devices");
  return (
    <Section stacked title={t("extra.title")} text={t("extra.text")}>
      {extra.length === 0 ? (
        <Empty>{t("extra.empty")}</Empty>
      ) : (
        <List>
          {extra.map((device) => (
            <ExtraRow key={device.id} device={device} mayEdit={mayEdit} />
          ))}
        </List>
      )}
      {mayEdit && <AddForm />}
    </Section>
  );
}

function ExtraRow({ device, mayEdit }: { device: ExtraDevice; mayEdit: boolean }) {
  const { t } = useTranslation("devices");
  const { extraNameOf, kindOf } = useDeviceText();
  const own = useOwnForm(null);
  const { id, typeCode, manufacturer, model, serialNumber, installedOn, note } = device;
  const name = extraNameOf(device);
  const maker = [manufacturer, model].filter((text) => text !== null).join(" ");
  return (
    <li id={rowIdOf(`extra:${id}`)} tabIndex={-1}>
      <span data-icon>
        <Icon name={EQUIPMENT_ICONS[equipmentTypeOf(typeCode)]} size="1.4rem" />
      </span>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <small>
          {kindOf(typeCode)}
          {maker !== "" && (
            <>
              {" · "}
              <bdi>{maker}</bdi>
            </>
          )}
          {serialNumber !== null && (
            <>
              {" · "}
              <bdi dir="ltr">{serialNumber}</bdi>
            </>
          )}
          {installedOn !== null && (
            <>
              {" · "}
              {t("extra.since")} <bdi dir="ltr">{installedOn}</bdi>
            </>
          )}
        </small>
        {note !== null && <p dir="auto">{note}</p>}
      </div>
      {mayEdit && (
        <ConfirmButton
          text={t("extra.delete")}
          label={t("extra.deleteOne", { name })}
          question={t("extra.question", { name })}
          submit={t("extra.deleteNow")}
          intent="deleteExtra"
          own={own}
          fields={<input type="hidden" name="id" value={id} />}
        >
          <Refusal result={own.outcome} />
        </ConfirmButton>
      )}
    </li>
  );
}

function AddForm() {
  const { t } = useTranslation("devices");
  const { kindOf } = useDeviceText();
  const { Form, form, busy, result, outcome } = useOwnForm("addExtra");
  const typed = result?.problem ? result.values : null;
  const text = (
    name: "name" | "manufacturer" | "model" | "serialNumber" | "note",
    limit = MAX_EXTRA_TEXT,
  ) => ({
    name,
    result,
    limit,
    label: t(`extra.field.${name}`),
    autoComplete: "off",
    dir: "auto",
    defaultValue: typed?.[name] ?? "",
  });
  return (
    <Adding open={typed !== null || undefined}>
      <summary>
        <Icon name="plus" size="1em" />
        {t("extra.add")}
      </summary>
      <Form method="post" ref={form} noValidate>
        <Pair>
          <SelectField
            name="typeCode"
            label={t("extra.field.typeCode")}
            value={typed?.typeCode ?? EXTRA_TYPE_CODES[0]}
            result={result}
          >
            {EXTRA_TYPE_CODES.map((code) => (
              <option key={code} value={code}>
                {kindOf(code)}
              </option>
            ))}
          </SelectField>
          <TextField {...text("name")} />
          <TextField {...text("manufacturer")} />
          <TextField {...text("model")} />
          <TextField {...text("serialNumber")} dir="ltr" />
          <TextField
            name="quantity"
            label={t("extra.field.quantity")}
            result={result}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            defaultValue={typed?.quantity ?? "1"}
          />
          <TextField
            name="installedOn"
            label={t("extra.field.installedOn")}
            result={result}
            type="date"
            defaultValue={typed?.installedOn ?? ""}
          />
          <TextField {...text("note", MAX_EXTRA_NOTE)} />
        </Pair>
        <Outcome result={outcome} done={t("extra.added")} />
        <Submit intent="addExtra" busy={busy}>
          {t("extra.addNow")}
        </Submit>
      </Form>
    </Adding>
  );
}

const Empty = styled("p", { textStyle: "sm", color: "fg.muted" });

const List = styled("ul", {
  listStyleType: "none",
  borderWidth: "1px",
  borderRadius: "lg",
  "& > li": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "3",
    px: "3",
    py: "2.5",
    textStyle: "sm",
    minW: "0",
    scrollMarginTop: "20",
    focusVisibleRing: "inside",
  },
  "& > li:focus": { bg: "bg.sunken" },
  "& > li + li": { borderTopWidth: "1px" },
  "& > li > div:first-of-type": { flex: "1 1 12rem", minW: "0", overflowWrap: "anywhere" },
  "& [data-icon]": {
    display: "inline-flex",
    p: "2",
    borderRadius: "md",
    bg: "bg.sunken",
    color: "fg.muted",
  },
  "& strong": { fontWeight: "medium" },
  "& small": { display: "block", textStyle: "xs", color: "fg.muted" },
  "& p": { mt: "1", textStyle: "xs" },
});

const Adding = styled("details", {
  "& summary": {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    minH: "9",
    "@media (pointer: coarse)": { minH: "11" },
    px: "3",
    borderWidth: "1px",
    borderRadius: "md",
    textStyle: "sm",
    fontWeight: "medium",
    cursor: "button",
    listStyle: "none",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.sunken" },
  },
  "& summary::-webkit-details-marker": { display: "none" },
  "& form": { mt: "4" },
});
