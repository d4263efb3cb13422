import { Button } from "@chakra-ui/react";
import { useState } from "react";
import { Select } from "#app/forms/fields.tsx";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { FileColumn } from "#domain/imports/find-table.ts";
import {
  type ColumnMapping,
  IMPORT_TARGETS,
  IMPORT_UNITS,
  type ImportTarget,
  type ImportUnit,
  unitsOf,
} from "#domain/imports/import-targets.ts";
import type { ImportDraft } from "./import-draft.ts";

/** Columns that are listed without asking for more. */
const MAX_LISTED = 12;

type ColumnListProps = { draft: ImportDraft; onColumns: (columns: ColumnMapping[]) => void };

/** The columns of a file that have numbers, each with what it contains. */
export function ColumnList({ draft, onColumns }: ColumnListProps) {
  const { t } = useTranslation("imports");
  const [isWhole, setWhole] = useState(false);
  const { table, settings, csv } = draft;
  const numeric = table.columns.filter(({ hasNumbers }) => hasNumbers);
  // Mapped columns stay where they are when their mapping changes.
  const [first] = useState(() => new Set(settings.columns.map(({ column }) => column)));
  const sorted = [
    ...numeric.filter(({ index }) => first.has(index)),
    ...numeric.filter(({ index }) => !first.has(index)),
  ];
  const shown = isWhole ? sorted : sorted.slice(0, MAX_LISTED);
  const put = (column: number, mappings: readonly ColumnMapping[]) => {
    const others = settings.columns.filter((other) => other.column !== column);
    onColumns([...others, ...mappings].sort((one, other) => one.column - other.column));
  };
  return (
    <Section title={t("columns.title")} text={t("columns.text")} stacked>
      <Columns aria-label={t("columns.list")}>
        {shown.map((column) => (
          <ColumnRow
            key={column.index}
            column={column}
            example={exampleOf(csv.sample.slice(table.firstRow), column.index)}
            mappings={settings.columns.filter((one) => one.column === column.index)}
            onChange={(mappings) => put(column.index, mappings)}
          />
        ))}
      </Columns>
      {shown.length < sorted.length && (
        <Button
          variant="outline"
          colorPalette="gray"
          size="sm"
          alignSelf="flex-start"
          onClick={() => setWhole(true)}
        >
          {t("columns.all", { count: sorted.length })}
        </Button>
      )}
    </Section>
  );
}

/** The first value that is neither empty nor zero. */
function exampleOf(rows: readonly (readonly string[])[], index: number): string {
  const cells = rows.map((row) => (row[index] ?? "").trim());
  return cells.find((cell) => /[1-9]/.test(cell)) ?? cells.find((cell) => cell !== "") ?? "";
}

type ColumnRowProps = {
  column: FileColumn;
  example: string;
  /** Contents of the column, several of a path: from the panels to the battery is production and charge. */
  mappings: readonly ColumnMapping[];
  onChange: (mappings: readonly ColumnMapping[]) => void;
};

function ColumnRow({ column, example, mappings, onChange }: ColumnRowProps) {
  const { t } = useTranslation("imports");
  const [isAdding, setAdding] = useState(false);
  const name = column.name || t("columns.unnamed", { number: column.index + 1 });
  const [first, ...others] = mappings;
  const choose = (target: ImportTarget | "") => {
    if (target === "") return onChange(others);
    const units = unitsOf(target);
    const kept = first !== undefined && units.includes(first.unit) ? first.unit : null;
    const named = column.unit !== null && units.includes(column.unit) ? column.unit : null;
    const unit = kept ?? named ?? units[0] ?? "W";
    const chosen = { column: column.index, target, unit, isCounter: false, isInverted: false };
    const fitting = others.filter((other) => units.includes(other.unit));
    onChange([chosen, ...fitting.map((other) => ({ ...chosen, target: other.target }))]);
  };
  const also = (place: number, target: ImportTarget | "") => {
    setAdding(false);
    if (first === undefined) return;
    const rest = others.map((other) => other.target);
    rest.splice(place, 1, ...(target === "" ? [] : [target]));
    onChange([first, ...rest.map((one) => ({ ...first, target: one }))]);
  };
  const set = (more: Partial<ColumnMapping>) =>
    onChange(mappings.map((mapping) => ({ ...mapping, ...more })));
  /** Sets whether the values are those of a counter, and what depends on it. */
  const count = (more: Pick<ColumnMapping, "isCounter"> & Partial<ColumnMapping>) =>
    onChange(mappings.map(({ isDaily: _, ...mapping }) => ({ ...mapping, ...more })));
  const isEnergy = first !== undefined && IMPORT_UNITS[first.unit].kind === "energy";
  const isFlow = first !== undefined && IMPORT_UNITS[first.unit].kind !== "level";
  const targetsFor = (own: ImportTarget | undefined) =>
    IMPORT_TARGETS.filter(
      (target) => target === own || !mappings.some((mapping) => mapping.target === target),
    );
  const flowsFor = (own: ImportTarget | undefined) =>
    targetsFor(own).filter((target) => unitsOf(target).length > 1);
  return (
    <li data-mapped={first !== undefined || undefined}>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {example !== "" && (
          <small>
            <bdi>{t("columns.example", { value: example })}</bdi>
          </small>
        )}
      </div>
      <div data-contents>
        <TargetSelect
          label={t("columns.target", { column: name })}
          none={t("targets.none")}
          value={first?.target}
          targets={targetsFor(first?.target)}
          onChange={choose}
        />
        {first !== undefined && (
          <Select
            dir="ltr"
            aria-label={t("columns.unit", { column: name })}
            value={first.unit}
            onChange={({ currentTarget }) =>
              count({ unit: currentTarget.value as ImportUnit, isCounter: false })
            }
          >
            {unitsOf(first.target).map((unit) => (
              <option key={unit} value={unit}>
                {unit}
              </option>
            ))}
          </Select>
        )}
        {others.map(({ target }, place) => (
          <TargetSelect
            key={target}
            label={t("columns.alsoTarget", { column: name })}
            none={t("targets.none")}
            value={target}
            targets={flowsFor(target)}
            onChange={(chosen) => also(place, chosen)}
          />
        ))}
        {isAdding && (
          <TargetSelect
            label={t("columns.alsoTarget", { column: name })}
            none={t("targets.none")}
            value={undefined}
            targets={flowsFor(undefined)}
            onChange={(chosen) => also(others.length, chosen)}
          />
        )}
      </div>
      {first !== undefined && (
        <div data-options>
          {isEnergy && (
            <Check
              label={t("columns.counter")}
              isChecked={first.isCounter}
              onChange={(isCounter) => count({ isCounter })}
            />
          )}
          {isEnergy && first.isCounter && (
            <Check
              label={t("columns.daily")}
              isChecked={first.isDaily === true}
              onChange={(isDaily) => count({ isCounter: true, ...(isDaily && { isDaily }) })}
            />
          )}
          <Check
            label={t("columns.inverted")}
            isChecked={first.isInverted}
            onChange={(isInverted) => set({ isInverted })}
          />
          {isFlow && !isAdding && (
            <Button
              variant="plain"
              size="sm"
              px="0"
              h={{ base: "11", md: "8" }}
              onClick={() => setAdding(true)}
            >
              {t("columns.also")}
            </Button>
          )}
          {mappings.some(({ target }) => target === "grid") && (
            <small>{t("columns.gridSign")}</small>
          )}
          {mappings.some(({ target }) => target === "battery") && (
            <small>{t("columns.batterySign")}</small>
          )}
        </div>
      )}
    </li>
  );
}

type TargetSelectProps = {
  label: string;
  none: string;
  value: ImportTarget | undefined;
  targets: readonly ImportTarget[];
  onChange: (target: ImportTarget | "") => void;
};

function TargetSelect({ label, none, value, targets, onChange }: TargetSelectProps) {
  const { t } = useTranslation("imports");
  return (
    <Select
      aria-label={label}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChange(currentTarget.value as ImportTarget | "")}
    >
      <option value="">{none}</option>
      {targets.map((target) => (
        <option key={target} value={target}>
          {t(`targets.${target}`)}
        </option>
      ))}
    </Select>
  );
}

type CheckProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void };

function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

const Columns = styled("ul", {
  listStyleType: "none",
  display: "flex",
  flexDirection: "column",
  "& > li": {
    display: "grid",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      md: "minmax(0, 1fr) minmax(0, 22rem)",
      xl: "minmax(0, 1fr) minmax(0, 22rem) minmax(0, 18rem)",
    },
    alignItems: "center",
    columnGap: "4",
    rowGap: "2",
    py: "3",
    borderTopWidth: "1px",
    borderColor: "border.muted",
  },
  "& > li > div": { minW: "0", display: "flex", flexWrap: "wrap", columnGap: "2", rowGap: "1" },
  "& > li > div:first-of-type": { flexDirection: "column" },
  "& strong": { fontWeight: "medium", overflowWrap: "anywhere" },
  "& small": { color: "fg.muted", textStyle: "xs", overflowWrap: "anywhere" },
  "& [data-options]": {
    gridColumn: { base: "auto", md: "2", xl: "3" },
    columnGap: "4",
    rowGap: "0",
  },
  "& [data-options] label": {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minH: { base: "11", md: "8" },
    cursor: "pointer",
  },
  "& input[type=checkbox]": {
    w: "5",
    h: "5",
    flexShrink: "0",
    accentColor: "{colors.brand.solid}",
  },
});
