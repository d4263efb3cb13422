/** What a page would run where it were markup, an attribute, an address, a template or a style. */
const PAYLOADS = [
  "<script>globalThis.broken=1</script>",
  "</script><script>globalThis.broken=1</script>",
  "<img src=x onerror=globalThis.broken=1>",
  "<svg/onload=globalThis.broken=1>",
  "<svg><animate onbegin=globalThis.broken=1 attributeName=x>",
  "<iframe srcdoc='<script>parent.broken=1</script>'>",
  "<details open ontoggle=globalThis.broken=1>",
  "<input autofocus onfocus=globalThis.broken=1>",
  "<body onload=globalThis.broken=1>",
  "<math><mtext></form><form><mglyph><style></math><img src onerror=broken=1>",
  "<a href=javascript:globalThis.broken=1>x</a>",
  "javascript:globalThis.broken=1",
  '"onmouseover="globalThis.broken=1',
  "' onfocus='globalThis.broken=1' autofocus='",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant as text
  "`${globalThis.broken=1}`",
  "{{constructor.constructor('globalThis.broken=1')()}}",
  "{{name}} {{count}} $t(common:title)",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant as text
  "${7*7}#{7*7}<%= 7*7 %>{% 7*7 %}",
  "<!--",
  "-->",
  "]]>",
  "<![CDATA[",
  "</title><script>broken=1</script>",
  "</textarea><script>broken=1</script>",
  "</style><script>broken=1</script>",
  "&lt;script&gt;",
  "&#60;script&#62;",
  "\\u003cscript\\u003e",
  "%3Cscript%3E",
  "<scr<script>ipt>",
  "<SCRIPT/SRC=//evil.example/x>",
  "<base href=//evil.example/>",
  "<meta http-equiv=refresh content=0;url=//evil.example>",
  "<link rel=stylesheet href=//evil.example>",
  "<style>*{display:none!important}</style>",
  "';DROP TABLE sites;--",
  "1' OR '1'='1",
  "=cmd|'/C calc'!A0",
  "@SUM(1+1)*cmd",
  "+1+cmd",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "[object Object]",
  "true",
  "-1",
  "1e309",
] as const;

/** Characters that turn, hide, stack or widen letters. */
const SHAPES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `\u202e${text}`,
  (text) => `\u2067${text}`,
  (text) => `\u202dabc ${text} \u202e אבג`,
  (text) => `\u200f${text}\u200e`,
  (text) => `${text}\u2066\u2066\u2066`,
  (text) => [...text.slice(0, 24)].map((letter) => `${letter}\u0300\u0301\u0302\u0316`).join(""),
  (text) => "W".repeat(60) + text,
  (text) => `${text}${"\u00a0".repeat(20)}.`,
  (text) => `مرحبا ${text} שלום`,
];

const MAX_NAME_LENGTH = 100;

const textOf = (shape: number, payload: number) =>
  (SHAPES[shape]?.(PAYLOADS[payload] ?? "") ?? "").slice(0, MAX_NAME_LENGTH);

/** 500 of them, none longer than any text of ours may be. Those that follow each other have another shape and say another thing. */
export const HOSTILE_TEXTS: readonly string[] = Array.from(
  { length: SHAPES.length * PAYLOADS.length },
  (_, place) => {
    const shape = place % SHAPES.length;
    const turn = Math.floor(place / SHAPES.length);
    return textOf(shape, (7 * turn + 5 * shape) % PAYLOADS.length);
  },
);

/** Some of them, of every shape as many. */
export function someHostileTexts(count: number): string[] {
  return HOSTILE_TEXTS.slice(0, count);
}
