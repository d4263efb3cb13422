import { Button } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { styled } from "../../../theme/styled.tsx";

type RowProps = {
  title: string;
  detail: ReactNode;
  /** What ends it; nothing where it cannot be ended here. */
  end?: { intent: string; id: string; label: string; name: string };
};

export const AccessList = styled("ul", {
  listStyleType: "none",
  borderWidth: "1px",
  borderRadius: "lg",
  "& > li": {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "3",
    px: "4",
    py: "2.5",
    textStyle: "sm",
  },
  "& > li + li": { borderTopWidth: "1px" },
  "& > li > div": { minW: "0", overflowWrap: "anywhere" },
  "& strong": { display: "block", fontWeight: "medium" },
  "& small": { color: "fg.muted", textStyle: "xs" },
  "& form": { flexShrink: "0" },
});

/** A session or a token. */
export function AccessRow({ title, detail, end }: RowProps) {
  const fetcher = useFetcher();
  return (
    <li>
      <div>
        <strong>{title}</strong>
        <small>{detail}</small>
      </div>
      {end && (
        <fetcher.Form method="post">
          <input type="hidden" name="id" value={end.id} />
          <Button
            type="submit"
            name="intent"
            value={end.intent}
            size="xs"
            variant="outline"
            colorPalette="danger"
            aria-label={end.name}
            disabled={fetcher.state !== "idle"}
          >
            {end.label}
          </Button>
        </fetcher.Form>
      )}
    </li>
  );
}
