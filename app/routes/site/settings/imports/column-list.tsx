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
  const put = (column: number, mapping: ColumnMapping | null) => {
    const others = settings.columns.filter((other) => other.column !== column);
    const all = mapping === null ? others : [...others, mapping];
    onColumns(all.sort((one, other) => one.column - other.column));
  };
  return (
    <Section title={t("columns.title")} text={t("columns.text")} stacked>
      <Columns aria-label={t("columns.list")}>
        {shown.map((column) => (
          <ColumnRow
            key={column.index}
            column={column}
            example={exampleOf(csv.sample.slice(table.firstRow), column.index)}
            mapping={settings.columns.find((one) => one.column === column.index) ?? null}
            onChange={(mapping) => put(column.index, mapping)}
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
  mapping: ColumnMapping | null;
  onChange: (mapping: ColumnMapping | null) => void;
};

function ColumnRow({ column, example, mapping, onChange }: ColumnRowProps) {
  const { t } = useTranslation("imports");
  const name = column.name || t("columns.unnamed", { number: column.index + 1 });
  const choose = (target: ImportTarget | "") => {
    if (target === "") return onChange(null);
    const units = unitsOf(target);
    const kept = mapping !== null && units.includes(mapping.unit) ? mapping.unit : null;
    const named = column.unit !== null && units.includes(column.unit) ? column.unit : null;
    const unit = kept ?? named ?? units[0] ?? "W";
    onChange({ column: column.index, target, unit, isCounter: false, isInverted: false });
  };
  const set = (more: Partial<ColumnMapping>) =>
    mapping !== null && onChange({ ...mapping, ...more });
  const isEnergy = mapping !== null && IMPORT_UNITS[mapping.unit].kind === "energy";
  return (
    <li data-mapped={mapping !== null || undefined}>
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
      <div>
        <Select
          aria-label={t("columns.target", { column: name })}
          value={mapping?.target ?? ""}
          onChange={({ currentTarget }) => choose(currentTarget.value as ImportTarget | "")}
        >
          <option value="">{t("targets.none")}</option>
          {IMPORT_TARGETS.map((target) => (
            <option key={target} value={target}>
              {t(`targets.${target}`)}
            </option>
          ))}
        </Select>
        {mapping !== null && (
          <Select
            dir="ltr"
            aria-label={t("columns.unit", { column: name })}
            value={mapping.unit}
            onChange={({ currentTarget }) =>
              set({ unit: currentTarget.value as ImportUnit, isCounter: false })
            }
          >
            {unitsOf(mapping.target).map((unit) => (
              <option key={unit} value={unit}>
                {unit}
              </option>
            ))}
          </Select>
        )}
      </div>
      {mapping !== null && (
        <div data-options>
          {isEnergy && (
            <label>
              <input
                type="checkbox"
                checked={mapping.isCounter}
                onChange={({ currentTarget }) => set({ isCounter: currentTarget.checked })}
              />
              {t("columns.counter")}
            </label>
          )}
          <label>
            <input
              type="checkbox"
              checked={mapping.isInverted}
              onChange={({ currentTarget }) => set({ isInverted: currentTarget.checked })}
            />
            {t("columns.inverted")}
          </label>
          {mapping.target === "grid" && <small>{t("columns.gridSign")}</small>}
          {mapping.target === "battery" && <small>{t("columns.batterySign")}</small>}
        </div>
      )}
    </li>
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
