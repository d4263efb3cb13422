import { Button } from "@chakra-ui/react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { ConfirmIdentity } from "#app/forms/confirm-identity.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { styled } from "#app/theme/styled.tsx";

type End = {
  intent: string;
  id: string;
  label: string;
  name: string;
  /** Additional fields of the form. */
  extra?: ReactNode;
  /** Whether ending it loses nothing. */
  isGentle?: boolean;
};

type RowProps = {
  title: string;
  detail: ReactNode;
  /** How the entry can be ended; absent if it cannot be ended here. */
  end?: End;
};

export const AccessList = styled("ul", {
  listStyleType: "none",
  borderWidth: "1px",
  borderRadius: "lg",
  position: "relative",
  maxH: "28rem",
  overflowY: "auto",
  "& > li": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "3",
    px: "4",
    py: "2.5",
    textStyle: "sm",
  },
  "& > li + li": { borderTopWidth: "1px" },
  "& > li > div:first-of-type": { flex: "1", minW: "0", overflowWrap: "anywhere" },
  "& > li > div:not(:first-of-type)": { w: "full" },
  "& strong": { display: "block", fontWeight: "medium" },
  "& small": { color: "fg.muted", textStyle: "xs" },
  "& form": { flexShrink: "0", display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3" },
});

/** Entry for a session, a token, a contact or a deleted site. */
export function AccessRow({ title, detail, end }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const left = row.current;
    return () => leaveFocus(left);
  }, []);
  return (
    <li ref={row}>
      <div>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <small>{detail}</small>
      </div>
      {end && <EndForm end={end} />}
    </li>
  );
}

/** Moves the focus from a removed row to the heading of its section; otherwise it would go to the start of the page. */
function leaveFocus(row: HTMLElement | null): void {
  if (!row?.contains(document.activeElement)) return;
  row.closest("section")?.querySelector<HTMLElement>("h2")?.focus();
}

/** Button that ends an entry, with the reason if it fails. */
function EndForm({ end }: { end: End }) {
  const { Form, busy, result, outcome } = useOwnForm(null, {
    owns: ({ intent, values }) => intent === end.intent && values.id === end.id,
  });
  const id = useId();
  return (
    <>
      <Form method="post" id={id}>
        {end.extra}
        <input type="hidden" name="id" value={end.id} />
        <Button
          type="submit"
          name="intent"
          value={end.intent}
          size="xs"
          variant="outline"
          colorPalette={end.isGentle ? "brand" : "danger"}
          aria-label={end.name}
          // Not disabled, which would take the focus away.
          aria-disabled={busy}
          opacity={busy ? 0.6 : 1}
          onClick={(event) => busy && event.preventDefault()}
        >
          {end.label}
        </Button>
      </Form>
      <Outcome result={outcome} done="" />
      <ConfirmIdentity
        form={id}
        intent={end.intent}
        result={result}
        busy={busy}
        submit={end.label}
        danger={!end.isGentle}
      />
    </>
  );
}
