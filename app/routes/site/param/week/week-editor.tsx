import { Button, chakra } from "@chakra-ui/react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { DialogClose, DialogShell } from "#app/ui/dialog-shell.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { RegisterValue } from "#domain/registers/register.ts";
import type { Setting } from "../setting.ts";
import { SettingControl } from "../setting-control.tsx";
import { type InputProblem, readInput } from "../setting-draft.ts";
import { useRefusalText } from "../use-refusal-text.ts";
import { inputsOfRow, newConflicts, type Timetable, type TimetableRow } from "./timetable.ts";
import type { EditedRow } from "./use-week-edits.ts";
import type { WeekText } from "./use-week-text.ts";

type WeekEditorProps = {
  edited: EditedRow;
  timetable: Timetable;
  text: WeekText;
  /** Unit of prices. */
  symbol: string;
  onApply: (place: number, row: TimetableRow) => boolean;
  onRemove: (place: number) => void;
  onClose: () => void;
};

/** Fields of a row in the order of the dialog, by the first words of their names in the catalogue. */
const FIELDS = {
  tariffStart: { text: "start", key: "start" },
  tariffEnd: { text: "end", key: "end" },
  tariffPrice: { text: "price", key: "price" },
  periodStart: { text: "start", key: "start" },
  periodEnd: { text: "end", key: "end" },
  periodDays: { text: "days", key: "days" },
  periodReservedSoc: { text: "reservedSoc", key: "reservedSoc" },
  periodAcCharge: { text: "acCharge", key: "acCharge" },
  periodOffAtSoc: { text: "offAtSoc", key: "offAtSoc" },
} as const;
type FieldName = keyof typeof FIELDS;

/** Dialog with the exact times, days and values of a row. */
export default function WeekEditor(props: WeekEditorProps) {
  const { edited, timetable, text, symbol, onApply, onRemove, onClose } = props;
  const { place, row, isNew } = edited;
  const { t } = useTranslation("param");
  const { problemText } = useRefusalText();
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      inputsOfRow(timetable, place, row).map((one) => [one.setting.address, one.typed]),
    ),
  );
  const [isTried, setTried] = useState(false);
  const fields = (timetable.fields[place] ?? []).map((setting) => ({
    setting,
    read: readInput(setting, typed[setting.address] ?? ""),
  }));
  const problems = fields.flatMap(({ read }) => ("problem" in read ? [read.problem] : []));
  const wanted = problems.length > 0 ? null : rowOf(row, fields);
  const [other] = wanted === null ? [] : newConflicts(timetable.rows, place, wanted);
  const isEmpty = wanted !== null && wanted.start === wanted.end;
  const hasNoDay = wanted !== null && wanted.days === 0;
  const refusal =
    other !== undefined
      ? t("timetable.overlap", { name: text.nameOf(place), other: text.nameOf(other) })
      : isEmpty
        ? t("timetable.noDuration")
        : hasNoDay
          ? t("problem.week")
          : null;
  const apply = () => {
    setTried(true);
    if (wanted !== null && refusal === null && onApply(place, wanted)) onClose();
  };
  return (
    <DialogShell
      title={t(isNew ? `timetable.${text.noun}.new` : "timetable.edit", {
        name: text.nameOf(place),
      })}
      titleRef={title}
      initialFocus={() => title.current}
      onClose={onClose}
      footer={
        <>
          {!isNew && (
            <Button
              variant="outline"
              colorPalette="danger"
              me="auto"
              onClick={() => {
                onRemove(place);
                onClose();
              }}
            >
              {t("timetable.removeShort")}
            </Button>
          )}
          <DialogClose onClick={onClose}>{t("timetable.cancel")}</DialogClose>
          <Button type="submit" form={id}>
            {t("timetable.apply")}
          </Button>
        </>
      }
    >
      <Fields
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {fields.map(({ setting, read }) => (
          <Field
            key={setting.address}
            id={`${id}-${setting.register}`}
            setting={setting}
            typed={typed[setting.address] ?? null}
            problem={"problem" in read ? read.problem : null}
            problemText={problemText}
            symbol={symbol}
            onType={(input) => setTyped({ ...typed, [setting.address]: input })}
          />
        ))}
        {wanted !== null && wanted.end < wanted.start && wanted.end > 0 && (
          <p role="status">{t("timetable.overnight")}</p>
        )}
        {refusal !== null && (isTried || other !== undefined) && (
          <Notice tone="fault">{refusal}</Notice>
        )}
      </Fields>
    </DialogShell>
  );
}

type FieldProps = {
  id: string;
  setting: Setting;
  typed: string | null;
  problem: InputProblem | null;
  problemText: (setting: Setting, problem: InputProblem) => string;
  symbol: string;
  onType: (typed: string) => void;
};

function Field({ id, setting, typed, problem, problemText, symbol, onType }: FieldProps) {
  const { t } = useTranslation("param");
  const field = fieldNameOf(setting);
  const name = t(`timetable.field.${field === null ? "start" : FIELDS[field].text}`);
  return (
    <div data-field={field}>
      <label htmlFor={id} id={`${id}-name`}>
        {name}
      </label>
      <span data-control>
        <SettingControl
          id={id}
          setting={setting}
          typed={typed}
          isInvalid={problem !== null}
          describedBy={problem === null ? undefined : `${id}-fault`}
          isReadOnly={false}
          name={name}
          onType={onType}
        />
        {field === "tariffPrice" && symbol !== "" && <bdi>{symbol}</bdi>}
      </span>
      {problem !== null && (
        <em id={`${id}-fault`} role="alert">
          {problemText(setting, problem)}
        </em>
      )}
    </div>
  );
}

function fieldNameOf({ name }: Setting): FieldName | null {
  const word = name?.split(" ")[0] ?? "";
  return Object.hasOwn(FIELDS, word) ? (word as FieldName) : null;
}

type Read = { setting: Setting; read: ReturnType<typeof readInput> };

/** Returns the row that valid inputs describe. */
function rowOf(row: TimetableRow, fields: readonly Read[]): TimetableRow {
  const values = fields.flatMap(({ setting, read }): [string, RegisterValue | boolean][] => {
    const field = fieldNameOf(setting);
    if (field === null || !("value" in read)) return [];
    const { key } = FIELDS[field];
    const isSwitch = key === "acCharge" || key === "offAtSoc";
    return [[key, isSwitch ? read.value === 1 : read.value]];
  });
  return { ...row, ...Object.fromEntries(values) };
}

const Fields = chakra("form", {
  base: {
    display: "grid",
    gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
    gap: "4",
    textStyle: "sm",
    "& > [data-field]": {
      gridColumn: "1 / -1",
      display: "flex",
      flexDirection: "column",
      gap: "1.5",
      minW: "0",
    },
    "& > [data-field$=Start], & > [data-field$=End]": { gridColumn: "auto" },
    "& > [data-field$=AcCharge], & > [data-field$=OffAtSoc]": { gridColumn: { sm: "auto" } },
    "& label[id]": { fontWeight: "medium" },
    "& [data-control]": { display: "flex", alignItems: "center", gap: "2", minW: "0" },
    "& [data-control] > :first-of-type": { flex: "1", minW: "0" },
    // A price has no scale: its limits are far beyond all prices.
    "& > [data-field=tariffPrice] [data-scale]": { display: "none" },
    "& > [data-field=tariffPrice] [data-control] > :first-of-type": { flex: "0 1 auto" },
    "& em": { fontStyle: "normal", textStyle: "xs", fontWeight: "medium", color: "fg.error" },
    "& > p, & > [role=alert]": { gridColumn: "1 / -1" },
    "& > p": { textStyle: "xs", color: "fg.muted", mt: "-2" },
  },
});
