import { Button, Spinner } from "@chakra-ui/react";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";

type LoadStateProps = {
  query: { refusal: string | null; refetch: () => void };
  loading: string;
  failed: string;
  retry: string;
};

/** In place of a list without data: that it is loading, or why it could not be loaded, with another attempt. */
export function LoadState({ query: { refusal, refetch }, loading, failed, retry }: LoadStateProps) {
  if (refusal === null)
    return (
      <Row role="status">
        <Spinner size="sm" aria-hidden />
        {loading}
      </Row>
    );
  return (
    <Row>
      <Notice tone="fault">{refusal === "" ? failed : refusal}</Notice>
      <Button type="button" size="sm" variant="outline" onClick={refetch}>
        {retry}
      </Button>
    </Row>
  );
}

const Row = styled("div", { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3" });
