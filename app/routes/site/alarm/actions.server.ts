import { type RuleConflict, readOpenedRule } from "#app/alarms/rules/rule-conflict.ts";
import { compareRules, inputOfValues, readRuleInput } from "#app/alarms/rules/rule-input.ts";
import { call, problemOf } from "#app/backend.server.ts";
import {
  assertValidNumbers,
  type FormAction,
  performForm,
  Refused,
  valuesIn,
} from "#app/forms/perform-form.server.ts";
import { numberOf, textOf } from "#app/forms/read-form.server.ts";
import { requireUser } from "#app/guard.server.ts";
import type { AutoLevel } from "#domain/alarms/site-rules.ts";
import type { Route } from "./+types/page";
import type { AlarmExtra, Rule } from "./alarm-data.ts";

type Action = FormAction<AlarmExtra, Route.ActionArgs>;
type Change = Parameters<typeof call<"POST /site/v2/alarm/rule/update">>[2];

const keyOf = ({ url }: Route.ActionArgs) => url.searchParams.get("key") ?? "";

/** Prefix of the faulty fields of a change of one rule. */
const OF_RULE = "limits.0.";

/**
 * Changes the rules, based on the version that the form has.
 * @throws Refused with the names of the form's fields
 */
async function update(form: FormData, args: Route.ActionArgs, change: Omit<Change, "siteKey">) {
  const input = { ...change, siteKey: keyOf(args), version: Number(textOf(form, "version")) };
  try {
    await call(args.context, "POST /site/v2/alarm/rule/update", input as Change);
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem?.code === "conflict") {
      conflicts.set(form, await findConflict(form, args));
      throw new Refused({ message: "conflict" });
    }
    if (problem?.code !== "invalid") throw thrown;
    const fields = Object.entries(problem.fields).map(([path, key]) => [
      path.replace(OF_RULE, "").replace("noData.", ""),
      key,
    ]);
    throw new Refused({ ...problem, fields: Object.fromEntries(fields) });
  }
}

/** Conflict of a refused form, until its answer is written. */
const conflicts = new WeakMap<FormData, RuleConflict>();

/** Compares the stored rule with the one that the form was opened with. */
async function findConflict(form: FormData, args: Route.ActionArgs): Promise<RuleConflict> {
  const path = "POST /site/v2/alarm/rule/list";
  const { version, limits } = await call(args.context, path, { siteKey: keyOf(args) });
  const ruleId = numberOf(form, "ruleId");
  if (ruleId === undefined) return { version, changes: [], isDeleted: false };
  const stored = limits.find((rule) => rule.ruleId === ruleId);
  const opened = readOpenedRule<Rule>(textOf(form, "opened"));
  return {
    version,
    changes: stored && opened ? compareRules(opened, stored) : [],
    isDeleted: stored === undefined,
  };
}

const saveGeneral: Action = async (form, args) => {
  const allowedGap = numberOf(form, "allowedGap");
  const emailInterval = numberOf(form, "emailInterval");
  assertValidNumbers({ allowedGap, emailInterval });
  const missing = Object.entries({ allowedGap, emailInterval }).flatMap(([name, value]) =>
    value === undefined ? [[name, "required"]] : [],
  );
  if (missing.length > 0) throw new Refused({ fields: Object.fromEntries(missing) });
  await update(form, args, {
    noData: { isOpen: form.has("noData"), allowedGap: allowedGap as number },
    autoLevel: textOf(form, "autoLevel") as AutoLevel,
    emailInterval: emailInterval as number,
  });
  return {};
};

const switchRule: Action = async (form, args) => {
  const ruleId = Number(textOf(form, "ruleId"));
  await update(form, args, { limits: [{ ruleId, isOpen: form.has("isOpen") }] });
  return {};
};

const removeRule: Action = async (form, args) => {
  const ruleId = Number(textOf(form, "ruleId"));
  await update(form, args, { limits: [{ ruleId, isDeleted: true }] });
  return {};
};

/** A rule that exists has its number; a new one has its register with unit and bounds. */
const saveRule: Action = async (form, args) => {
  const { rule, faults } = readRuleInput(inputOfValues(valuesIn(form)));
  const ruleId = numberOf(form, "ruleId");
  const address = textOf(form, "address").trim().toUpperCase();
  if (ruleId === undefined && address === "") faults.address = "required";
  if (Object.keys(faults).length > 0) throw new Refused({ fields: faults });
  const [min, max] = [numberOf(form, "min"), numberOf(form, "max")];
  const { name, ...values } = rule;
  await update(form, args, {
    limits: [
      {
        ...values,
        ...(name !== "" || ruleId !== undefined ? { name } : {}),
        ...(ruleId === undefined
          ? {
              alarmType: "custom" as const,
              address,
              ...(form.has("unit") && { unit: textOf(form, "unit") }),
              ...(min !== undefined && { min }),
              ...(max !== undefined && { max }),
            }
          : { ruleId }),
      },
    ],
  });
  return {};
};

const ACTIONS: Readonly<Record<string, Action>> = {
  general: saveGeneral,
  switch: switchRule,
  remove: removeRule,
  rule: saveRule,
};

/** Performs a form of the page. */
export async function perform(args: Route.ActionArgs) {
  requireUser(args);
  return performForm(args, ACTIONS, {
    extrasOfRefused: (form) => {
      const conflict = conflicts.get(form);
      return conflict === undefined ? {} : { conflict };
    },
  });
}
