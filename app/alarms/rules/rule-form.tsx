import { Button } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Section } from "#app/forms/section.tsx";
import type { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { RuleConflict } from "./rule-conflict.ts";
import { RuleOutcome } from "./rule-outcome.tsx";
import { EditorFrame } from "./styles.ts";

type RuleFormProps = {
  title: string;
  text: string;
  /** Address of the list of rules. */
  listAddress: string;
  own: Pick<
    ReturnType<typeof useOwnForm<{ conflict: RuleConflict }>>,
    "Form" | "form" | "busy" | "result" | "outcome"
  >;
  /** Version of the rules on which the change is based. */
  version: number;
  /** Null for a new rule. */
  rule: { ruleId: number } | null;
  /** Unit of the limits that a conflict names. */
  unit: string;
  /** Text of the button that saves. */
  submit: string;
  done?: string;
  children: ReactNode;
};

/** Form of one rule, of a site or of all sites, with the way back to the list and the outcome above its buttons. */
export function RuleForm(props: RuleFormProps) {
  const { title, text, listAddress, own, version, rule, unit, submit, done = "", children } = props;
  const { Form, form, busy, result, outcome } = own;
  const { t } = useTranslation(["alarms", "common"]);
  return (
    <Section
      stacked
      title={title}
      text={text}
      aside={
        <Button asChild size="sm" variant="outline" colorPalette="gray">
          <Link to={listAddress}>{t("editor.back")}</Link>
        </Button>
      }
    >
      <Form method="post" ref={form} noValidate>
        <OpenedRule rule={rule} version={result?.conflict?.version ?? version} />
        <EditorFrame>
          {children}
          <RuleOutcome result={outcome} done={done} unit={unit} />
          <div data-buttons>
            <Button
              type="submit"
              name="intent"
              value="rule"
              aria-disabled={busy}
              opacity={busy ? 0.6 : 1}
              onClick={(event) => busy && event.preventDefault()}
            >
              {submit}
            </Button>
            <Button asChild variant="outline" colorPalette="gray">
              <Link to={listAddress}>{t("common:actions.cancel")}</Link>
            </Button>
          </div>
        </EditorFrame>
      </Form>
    </Section>
  );
}

type OpenedRuleProps = { rule: { ruleId: number } | null; version: number };

/** Hidden fields: the version, and the rule as the form was opened with it. */
export function OpenedRule({ rule, version }: OpenedRuleProps) {
  return (
    <>
      <input type="hidden" name="version" value={version} />
      {rule !== null && (
        <>
          <input type="hidden" name="ruleId" value={rule.ruleId} />
          <input type="hidden" name="opened" value={JSON.stringify(rule)} />
        </>
      )}
    </>
  );
}
