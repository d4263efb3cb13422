import { type RuleConflict, readOpenedRule } from "#app/alarms/rules/rule-conflict.ts";
import { call, problemOf } from "#app/backend.server.ts";
import { type FormAction, performForm, Refused, valuesIn } from "#app/forms/perform-form.server.ts";
import { numberOf, textOf } from "#app/forms/read-form.server.ts";
import { requireOperator } from "../require-operator.server.ts";
import type { Route } from "./+types/page";
import { comparePlatformRules, inputOfPlatformValues, readPlatformInput } from "./rule-input.ts";
import type { PlatformExtra, PlatformRule, PlatformRules } from "./rules-data.ts";

type Action = FormAction<PlatformExtra, Route.ActionArgs>;
type Rules = Parameters<typeof call<"POST /site/v2/alarm/platformRule/update">>[2]["rules"];

/** Conflict of a refused form, until its answer is written. */
const conflicts = new WeakMap<FormData, RuleConflict>();

const readRules = ({ context }: Route.ActionArgs) =>
  call(context, "POST /site/v2/alarm/platformRule/list", {});

/**
 * Changes the rules, based on the version that the form has.
 * @param change returns all rules and the place of the changed one
 * @throws Refused with the names of the form's fields
 */
async function update(
  form: FormData,
  args: Route.ActionArgs,
  change: (rules: PlatformRules["rules"]) => { rules: Rules; place: number },
): Promise<void> {
  const present = await readRules(args);
  if (present.version !== Number(textOf(form, "version"))) refuseConflict(form, present);
  const { rules, place } = change(present.rules);
  try {
    const input = { version: present.version, rules };
    await call(args.context, "POST /site/v2/alarm/platformRule/update", input);
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem?.code === "conflict") refuseConflict(form, await readRules(args));
    if (problem?.code !== "invalid") throw thrown;
    const fields = Object.entries(problem.fields).map(([path, key]) => [
      path.replace(`rules.${place}.`, "").replace(/^isOneOf\..*/, "isOneOf"),
      key,
    ]);
    throw new Refused({ ...problem, fields: Object.fromEntries(fields) });
  }
}

function refuseConflict(form: FormData, present: PlatformRules): never {
  const ruleId = numberOf(form, "ruleId");
  const stored = present.rules.find((rule) => rule.ruleId === ruleId);
  const opened = readOpenedRule<PlatformRule>(textOf(form, "opened"));
  conflicts.set(form, {
    version: present.version,
    changes: stored && opened ? comparePlatformRules(opened, stored) : [],
    isDeleted: ruleId !== undefined && stored === undefined,
  });
  throw new Refused({ message: "conflict" });
}

/** A rule that another operator has deleted becomes a new one. */
const saveRule: Action = async (form, args) => {
  const { rule, faults } = readPlatformInput(inputOfPlatformValues(valuesIn(form)));
  if (Object.keys(faults).length > 0) throw new Refused({ fields: faults });
  const ruleId = numberOf(form, "ruleId");
  await update(form, args, (rules) => {
    const found = rules.findIndex((one) => one.ruleId === ruleId);
    if (found < 0) return { rules: [...rules, rule], place: rules.length };
    return { rules: rules.with(found, { ...rule, ruleId: ruleId as number }), place: found };
  });
  return {};
};

const removeRule: Action = async (form, args) => {
  const ruleId = numberOf(form, "ruleId");
  await update(form, args, (rules) => ({
    rules: rules.filter((one) => one.ruleId !== ruleId),
    place: 0,
  }));
  return {};
};

/** Performs a form of the page. */
export async function perform(args: Route.ActionArgs) {
  requireOperator(args);
  const actions: Readonly<Record<string, Action>> = { rule: saveRule, remove: removeRule };
  return performForm(args, actions, {
    extrasOfRefused: (form) => {
      const conflict = conflicts.get(form);
      return conflict === undefined ? {} : { conflict };
    },
  });
}
