import { Suspense } from "react";
import { call } from "#app/backend.server.ts";
import { withLimit } from "#app/forms/form-problem.ts";
import { performForm, Refused } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { BackLink, EntryColumn } from "../back-link.tsx";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/add";
import { AddModule } from "./add-module.tsx";
import { ImportModules } from "./import-modules.tsx";
import type { AddExtra, ImportExtra, LineFault } from "./module-data.ts";
import { type ModuleLine, readModuleCsv } from "./read-module-csv.server.ts";

export function loader(args: Route.LoaderArgs) {
  requireOperator(args);
  return null;
}

export async function action(args: Route.ActionArgs) {
  requireOperator(args);
  const { context } = args;
  return performForm<AddExtra & ImportExtra, Route.ActionArgs>(args, {
    async add(form) {
      const [serial, type] = [textOf(form, "serial"), textOf(form, "type")];
      const input = {
        serial,
        type,
        checkCode: textOf(form, "checkCode"),
        secret: textOf(form, "secret"),
      };
      const generated = await call(context, "POST /platform/v2/module/add", input);
      return { added: serial.toUpperCase(), ...(generated && { generated: [generated] }) };
    },
    async check(form) {
      const csv = textOf(form, "csv");
      const { lines, faults } = readLines(csv);
      if (faults.length > 0) return { checked: { csv, added: 0, present: 0, faults } };
      const modules = lines.map(({ module }) => module);
      const answer = await call(context, "POST /platform/v2/module/import", { modules });
      const { added, present } = answer;
      return { checked: { csv, added, present, faults: answer.faults.map(ofLine(lines)) } };
    },
    async register(form) {
      const csv = textOf(form, "csv");
      const { lines, faults } = readLines(csv);
      if (faults.length > 0) throw new Refused({});
      const modules = lines.map(({ module }) => module);
      const input = { modules, apply: true };
      const answer = await call(context, "POST /platform/v2/module/import", input);
      // The registry was changed since the check.
      if (answer.faults.length > 0) throw new Refused({ message: "conflict" });
      return { imported: answer.added, generated: answer.generated };
    },
  });
}

/** @throws Refused if the text as a whole is wrong */
function readLines(csv: string): { lines: ModuleLine[]; faults: LineFault[] } {
  const read = readModuleCsv(csv);
  if ("fault" in read) throw new Refused({ fields: { csv: read.fault } });
  return read;
}

const ofLine =
  (lines: readonly ModuleLine[]) =>
  ({
    row,
    field,
    fault,
    limit,
  }: {
    row: number;
    field: string;
    fault: string;
    limit?: { max: number } | { min: number } | undefined;
  }): LineFault => ({
    line: lines[row]?.line ?? 0,
    field,
    fault: limit === undefined ? fault : withLimit(fault, "max" in limit ? limit.max : limit.min),
  });

export default function AddModulesRoute() {
  return (
    <Suspense>
      <AddModulesPage />
    </Suspense>
  );
}

function AddModulesPage() {
  usePageTexts("platform");
  const { t } = useTranslation("platform");
  return (
    <EntryColumn>
      <PageTitle page={t("modules.title")} />
      <BackLink to="/platform/modules">{t("modules.back")}</BackLink>
      <h1 tabIndex={-1}>{t("modules.add")}</h1>
      <AddModule />
      <ImportModules />
    </EntryColumn>
  );
}
