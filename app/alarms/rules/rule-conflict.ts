/** Fields of a rule of a site or of all sites. */
export type RuleField =
  | "name"
  | "registerName"
  | "unit"
  | "min"
  | "max"
  | "lowAlarm"
  | "lowClear"
  | "highClear"
  | "highAlarm"
  | "sustainTime"
  | "notifyAfter"
  | "level"
  | "monitor"
  | "isOpen"
  | "addresses"
  | "isOneOf";

/** A field that differs between two versions of a rule. */
export type RuleChange = { field: RuleField; from: unknown; to: unknown };

/** Changes by another user while a form was open. */
export type RuleConflict = {
  /** The present version, with which the form is sent again. */
  version: number;
  /** Changes of the edited rule. */
  changes: RuleChange[];
  isDeleted: boolean;
};

/** Lists which fields differ between the rule that was edited and the stored one. */
export function compareFields<Field extends RuleField>(
  fields: readonly Field[],
  before: Readonly<Partial<Record<Field, unknown>>>,
  after: Readonly<Partial<Record<Field, unknown>>>,
): RuleChange[] {
  return fields.flatMap((field) => {
    const [from, to] = [before[field] ?? null, after[field] ?? null];
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }];
  });
}

/** Reads the rule as a form was opened with it, which is only compared; null if it is none. */
export function readOpenedRule<Rule extends object>(text: string): Partial<Rule> | null {
  try {
    const opened: unknown = JSON.parse(text);
    return typeof opened === "object" ? opened : null;
  } catch {
    return null;
  }
}
