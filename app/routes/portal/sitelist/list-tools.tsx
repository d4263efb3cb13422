import { IconButton, Spinner } from "@chakra-ui/react";
import { type ChangeEvent, useEffect, useRef } from "react";
import { Form, Link, useNavigate, useNavigation } from "react-router";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { looksOf, styled } from "../../../theme/styled.tsx";
import { Icon } from "../../../ui/icons/icon.tsx";
import { useFollowedLinks } from "../../../ui/use-followed-links.ts";
import { type ListQuery, listAddress } from "./list-query.ts";

const TYPING_PAUSE_MS = 300;

/** What is only looked at in another way is no step of its own. */
const IN_PLACE = { replace: true };

export function ListTools({ query }: { query: ListQuery }) {
  const { t } = useTranslation("sitelist");
  const follow = useFollowedLinks(IN_PLACE);
  const show = (attention: boolean) => (
    <a
      href={listAddress(query, { attention })}
      aria-current={attention === query.attention ? "true" : undefined}
    >
      {t(attention ? "show.attention" : "show.all")}
    </a>
  );
  return (
    <Tools>
      <SearchField query={query} />
      <Segments role="group" aria-label={t("show.label")} onClick={follow}>
        {show(false)}
        {show(true)}
      </Segments>
    </Tools>
  );
}

/** A form, so that it also works without scripts; with them it searches while one types. */
function SearchField({ query }: { query: ListQuery }) {
  const { t } = useTranslation("sitelist");
  const navigate = useNavigate();
  const busy = useNavigation().location?.pathname === "/sitelist";
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (text: string) =>
    navigate(listAddress(query, { search: text.trim() }), {
      replace: true,
      preventScrollReset: true,
    });
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(currentTarget.value), TYPING_PAUSE_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Back and forward change the address without anybody typing.
    if (input.current && document.activeElement !== input.current)
      input.current.value = query.search;
  }, [query.search]);
  return (
    <Search>
      <Form role="search" onSubmit={() => clearTimeout(timer.current)}>
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

const Tools = styled("div", {
  display: "flex",
  gap: "3",
  mb: "4",
  flexWrap: "wrap",
  alignItems: "center",
});

const Segments = styled("div", {
  display: "flex",
  gap: "1",
  bg: "bg.sunken",
  p: "1",
  borderRadius: "lg",
  "& > a": {
    px: "3",
    py: "1.5",
    borderRadius: "md",
    textStyle: "sm",
    fontWeight: "medium",
    color: "fg.muted",
    whiteSpace: "nowrap",
    _hover: { color: "fg" },
    "&[aria-current]": { bg: "bg.segment", color: "fg", boxShadow: "xs" },
  },
});

const Search = styled("div", {
  flex: "1",
  minW: "60",
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
});

const Input = styled("input", looksOf("input", {}), {
  ps: "10",
  pe: "10",
  bg: "bg.panel",
  "&::-webkit-search-cancel-button": { display: "none" },
});
