import { Button, Input } from "@chakra-ui/react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import { MAX_EQUIPMENT_ALIAS } from "#domain/text-limits.ts";
import type { Device } from "./device-data.ts";

type AliasEditorProps = {
  device: Pick<Device, "address" | "alias" | "loggerAlias">;
  /** The name that is shown. */
  name: string;
  mayEdit: boolean;
};

/** The name of a device, which is edited in its place. */
export function AliasEditor({ device, name, mayEdit }: AliasEditorProps) {
  const { t } = useTranslation("devices");
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return <AliasForm device={device} name={name} onEnd={() => setEditing(false)} />;
  return (
    <Name>
      <bdi>{name}</bdi>
      {mayEdit && (
        <button
          ref={button}
          type="button"
          aria-label={t("alias.edit", { name })}
          title={t("alias.edit", { name })}
          onClick={() => setEditing(true)}
        >
          <Icon name="pencil" size="1rem" />
        </button>
      )}
    </Name>
  );
}

type AliasFormProps = Omit<AliasEditorProps, "mayEdit"> & { onEnd: () => void };

function AliasForm({ device, name, onEnd }: AliasFormProps) {
  const { t } = useTranslation("devices");
  const problemText = useProblemText();
  const { Form, form, busy, outcome } = useOwnForm(null, { onDone: onEnd, resets: false });
  const faultId = useId();
  const problem = outcome?.problem;
  const fault = problem ? problemText(problem.fields.alias ?? problem.message) : null;
  const cancel = (event: KeyboardEvent) => {
    if (event.key === "Escape") onEnd();
  };
  return (
    <Form method="post" ref={form} noValidate onKeyDown={cancel}>
      <Row>
        <input type="hidden" name="address" value={device.address} />
        <Input
          name="alias"
          size="sm"
          autoFocus
          autoComplete="off"
          dir="auto"
          maxLength={MAX_EQUIPMENT_ALIAS}
          defaultValue={device.alias ?? ""}
          placeholder={device.loggerAlias ?? name}
          aria-label={t("alias.label", { name })}
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={fault === null ? undefined : faultId}
        />
        <Button type="submit" name="intent" value="rename" size="sm" aria-disabled={busy}>
          {t("alias.save")}
        </Button>
        <Button type="button" size="sm" variant="outline" colorPalette="gray" onClick={onEnd}>
          {t("alias.cancel")}
        </Button>
      </Row>
      <Hint>{t("alias.hint")}</Hint>
      <Fault id={faultId} role="status">
        {fault}
      </Fault>
    </Form>
  );
}

const Name = styled("div", {
  display: "flex",
  alignItems: "center",
  gap: "1",
  fontWeight: "medium",
  minW: "0",
  "& button": {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    flexShrink: "0",
    minW: "8",
    minH: "8",
    "@media (pointer: coarse)": { minW: "11", minH: "11" },
    borderRadius: "md",
    color: "fg.muted",
    cursor: "button",
    focusVisibleRing: "outside",
    _hover: { bg: "bg.sunken", color: "fg" },
  },
});
const Row = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& input:not([type=hidden])": { flex: "1 1 9rem", minW: "0" },
});
const Hint = styled("p", { mt: "1", textStyle: "xs", color: "fg.muted" });
const Fault = styled("p", { textStyle: "xs", fontWeight: "medium", color: "fg.error" });
