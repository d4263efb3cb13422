import { IconButton, Spinner } from "@chakra-ui/react";
import { type ChangeEvent, type SubmitEvent, useEffect, useRef } from "react";
import { Form, Link, useNavigate, useNavigation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styleOf } from "#app/theme/fixed-class.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { type ListQuery, listAddress } from "./list-query.ts";

const TYPING_PAUSE_MS = 300;

type SearchFieldProps = { query: ListQuery; big?: boolean };

/** A form, so that it works without scripts; with them it searches while the user types. */
export function SearchField({ query, big = false }: SearchFieldProps) {
  const { t } = useTranslation("sitelist");
  const busy = useNavigation().location?.pathname === "/sitelist";
  const { input, onChange, onSubmit } = useSearch(query);
  return (
    <Search data-big={big || undefined}>
      <Form role="search" onSubmit={onSubmit}>
        <Icon name="search" />
        <Input
          ref={input}
          type="search"
          name="q"
          aria-label={t("search.label")}
          placeholder={t("search.placeholder")}
          defaultValue={query.search}
          maxLength={100}
          autoComplete="off"
          onChange={onChange}
        />
        {carriedBy(query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </Form>
      <div>
        {busy ? (
          <Spinner size="sm" m="2" color="fg.subtle" aria-label={t("search.busy")} />
        ) : (
          query.search !== "" && (
            <IconButton
              asChild
              variant="ghost"
              colorPalette="gray"
              size="xs"
              aria-label={t("search.clear")}
              onClick={() => {
                if (input.current) input.current.value = "";
              }}
            >
              <Link to={listAddress(query, { search: "" })} replace>
                <Icon name="close" />
              </Link>
            </IconButton>
          )
        )}
      </div>
    </Search>
  );
}

function useSearch(query: ListQuery) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (text: string) =>
    navigate(listAddress(query, { search: text.trim() }), {
      replace: true,
      preventScrollReset: true,
    });
  useEffect(() => () => clearTimeout(timer.current), []);
  const known = useRef(query.search);
  useEffect(() => {
    // Keeps what was typed before the page was hydrated.
    if (known.current === query.search) return;
    known.current = query.search;
    // The browser's back and forward buttons change the address without input in the field.
    if (input.current && document.activeElement !== input.current)
      input.current.value = query.search;
  }, [query.search]);
  return {
    input,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => search(currentTarget.value), TYPING_PAUSE_MS);
    },
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      clearTimeout(timer.current);
      void search(input.current?.value ?? "");
    },
  };
}

/** Other parts of the query as hidden fields, for a search without scripts. */
function carriedBy(query: ListQuery): [string, string][] {
  const [, params = ""] = listAddress(query, { search: "" }).split("?");
  return [...new URLSearchParams(params)];
}

const Search = styled("div", {
  flex: "1",
  minW: { base: "44", sm: "60" },
  maxW: { md: "md" },
  position: "relative",
  "& > form > svg": {
    position: "absolute",
    insetStart: "3",
    top: "2.5",
    zIndex: "1",
    color: "fg.subtle",
    pointerEvents: "none",
  },
  "& > div": { position: "absolute", insetEnd: "1", top: "1" },
  "&[data-big]": {
    maxW: "2xl",
    w: "full",
    "& input": { h: "14", textStyle: "lg", borderRadius: "xl", ps: "12" },
    "& > form > svg": { insetStart: "4", top: "4.5" },
    "& > div": { insetEnd: "3", top: "3" },
  },
});

const Input = styled("input", styleOf("input", {}), {
  ps: "10",
  pe: "10",
  bg: "bg.panel",
  textOverflow: "ellipsis",
  "&::-webkit-search-cancel-button": { display: "none" },
});
