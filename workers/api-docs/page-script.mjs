// Runs in the browser, inside the page of page.ts. All content is inserted as text, never as markup.
const byId = (id) => document.getElementById(id);
const texts = JSON.parse(byId("texts").textContent);
const t = (key, values = {}) => {
  const text = key.split(".").reduce((at, part) => at?.[part], texts) ?? key;
  return text.replace(/{{(\w+)}}/g, (_, name) => values[name]);
};

/** Creates an element with properties and children; the tag can name a class: `p.hint`. */
function make(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = Object.assign(document.createElement(name), properties);
  element.classList.add(...classes);
  element.append(...children.filter((child) => child !== null));
  return element;
}

let description = null;
let calls = [];

function resolve(schema) {
  const path = schema?.$ref?.slice(2).split("/");
  return path ? path.reduce((at, part) => at[part], description) : schema;
}

function listCalls() {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      ...call,
      path,
      method: method.toUpperCase(),
      area: call.tags[0],
      words: `${path} ${call.summary} ${call.tags[0]}`.toLowerCase(),
    })),
  );
}

const chosen = () => calls.find(({ operationId }) => location.hash === `#${operationId}`);

function showList() {
  const wanted = byId("filter").value.toLowerCase().split(/\s+/);
  const fitting = calls.filter(({ words }) => wanted.every((word) => words.includes(word)));
  const areas = description.tags.map(({ name }) => name);
  const now = chosen();
  byId("calls").replaceChildren(
    ...areas.flatMap((area) => {
      const inside = fitting.filter((call) => call.area === area);
      if (inside.length === 0) return [];
      const links = inside.map((call) => make("li", {}, linkTo(call, call === now)));
      return [make("h2", { textContent: t(`areas.${area}`) }), make("ul", {}, ...links)];
    }),
  );
  byId("nothing").textContent = fitting.length === 0 ? t("nothing") : "";
}

function linkTo({ operationId, path, summary }, isChosen) {
  const link = make("a.path", { href: `#${operationId}`, textContent: path, title: summary });
  if (isChosen) link.setAttribute("aria-current", "true");
  return link;
}

function showCall(call) {
  const title = make("h2", { tabIndex: -1, dir: "auto", textContent: call.summary });
  const isOpen = call.security.length === 0;
  const about = make(
    "div.line",
    {},
    make("span.method", { textContent: call.method }),
    make("span.path", { textContent: `/api${call.path}` }),
    make("span.pill", { textContent: isOpen ? t("anyone") : t("signedIn") }),
  );
  const answer = make("section.card", { ariaLabel: t("answer") }, ...sampleOf(call));
  const shown = [title, about, formOf(call, answer), answer, fieldsOf(call), codesOf(call)];
  byId("call").replaceChildren(...shown.filter((part) => part !== null));
  return title;
}

const bodyOf = (call) => Object.entries(call.requestBody?.content ?? {})[0] ?? [null, null];
/** Returns the schema of the plain form; a body may be sealed too. */
const plainOf = (media) => resolve(media?.schema?.oneOf?.[0] ?? media?.schema) ?? {};
const isFile = (schema) => schema.contentMediaType !== undefined;
const pretty = (value) => JSON.stringify(value, null, 2);

function formOf(call, answer) {
  const [type, media] = bodyOf(call);
  const isUpload = type === "multipart/form-data";
  const given = { call, isUpload, editor: null, files: [] };
  const parts = [];
  if (isUpload) {
    given.files = Object.entries(plainOf(media).properties ?? {}).filter(([, s]) => isFile(s));
    given.files = given.files.map(([name]) =>
      make("input", { type: "file", name, id: `f-${name}` }),
    );
    for (const file of given.files)
      parts.push(make("label", { htmlFor: file.id, textContent: file.name }), file);
  } else if (media !== null && Object.keys(plainOf(media).properties ?? {}).length > 0) {
    given.example = pretty(media.examples.plain.value);
    given.editor = make("textarea", {
      id: "input",
      spellcheck: false,
      value: given.example,
      rows: Math.min(24, given.example.split("\n").length + 1),
    });
    parts.push(make("label", { htmlFor: "input", textContent: t("input") }), given.editor);
  } else parts.push(make("p.hint", { textContent: t("noInput") }));
  const send = make("button", { type: "submit", textContent: t("send") });
  const again = make("button.quiet", { type: "button", textContent: t("example") });
  again.addEventListener("click", () => {
    given.editor.value = given.example;
    given.editor.focus();
  });
  const buttons = make("div.line", {}, send, given.editor === null ? null : again);
  const form = make("form.card", {}, ...parts, buttons);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send.disabled = true;
    send.textContent = t("busy");
    ask(given, answer).finally(() => {
      send.disabled = false;
      send.textContent = t("send");
    });
  });
  given.editor?.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  return form;
}

/** Returns the body to send. Throws if the editor does not contain a JSON object. */
function readBody({ isUpload, editor, files, call }) {
  if (isUpload) {
    const form = new FormData();
    for (const { name, files: picked } of files) if (picked[0]) form.append(name, picked[0]);
    return form;
  }
  if (call.method === "GET") return undefined;
  const text = editor?.value.trim() || "{}";
  JSON.parse(text);
  return text;
}

async function ask(given, answer) {
  let body;
  given.editor?.setAttribute("aria-invalid", "false");
  try {
    body = readBody(given);
  } catch (error) {
    given.editor.setAttribute("aria-invalid", "true");
    given.editor.focus();
    show(answer, make("p.wrong", { textContent: t("notJson", { reason: error.message }) }));
    return;
  }
  const token = byId("token").value.trim();
  // Without this header the browser would request its own language instead of that of the page.
  const headers = new Headers({ "Accept-Language": document.documentElement.lang });
  if (token) headers.set("Authorization", token);
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  const begun = performance.now();
  try {
    const { method, path } = given.call;
    const response = await fetch(`/api${path}`, { method, headers, body });
    const text = await response.text();
    showAnswer(answer, response.status, text, performance.now() - begun);
  } catch {
    show(answer, make("p.wrong", { textContent: t("noAnswer") }));
  }
}

function showAnswer(answer, status, text, took) {
  let shown = text;
  let token;
  try {
    const parsed = JSON.parse(text);
    shown = pretty(parsed);
    token = parsed.data?.token;
  } catch {
    // A body that is not JSON is shown unchanged.
  }
  const look = status < 300 ? "good" : status === 500 || status === 503 ? "fault" : "refused";
  const line = t("took", { status, ms: Math.round(took) });
  const parts = [
    make("div.line", {}, make(`span.status.${look}`, { textContent: line })),
    make("pre", { tabIndex: 0, textContent: shown }),
  ];
  if (typeof token === "string") parts.push(tokenButton(token));
  show(answer, ...parts);
}

function tokenButton(token) {
  const button = make("button.quiet", { type: "button", textContent: t("useToken") });
  button.addEventListener("click", () => {
    byId("token").value = token;
    button.replaceWith(make("p.hint", { role: "status", textContent: t("tokenTaken") }));
  });
  return make("div", {}, button);
}

function show(answer, ...parts) {
  const heading = make("h3", { textContent: t("answer") });
  answer.replaceChildren(heading, make("div.card-body", { role: "status" }, ...parts));
}

function sampleOf(call) {
  const { example } = call.responses[200].content["application/json"];
  return [
    make("h3", { textContent: t("answer") }),
    make("p.hint", { textContent: t("sample") }),
    make("pre", { tabIndex: 0, textContent: pretty(example) }),
  ];
}

function flatten(schema, before = "") {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, part]) => {
    const whole = before + name;
    const own = { name: whole, part, isRequired: required.includes(name) };
    return [own, ...flatten(part.items ?? part, part.items ? `${whole}[].` : `${whole}.`)];
  });
}

function typeOf(schema) {
  if (isFile(schema)) return "file";
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.type === "array") return `[ ${typeOf(schema.items ?? {})} ]`;
  return String(schema.type ?? "");
}

function fieldsOf(call) {
  const fields = flatten(plainOf(bodyOf(call)[1]));
  if (fields.length === 0) return null;
  const headings = ["field", "type", "meaning"].map((key) =>
    make("th", { scope: "col", textContent: t(key) }),
  );
  const rows = fields.map(({ name, part, isRequired }) =>
    make(
      "tr",
      {},
      make(
        "td",
        {},
        make("code", { textContent: name }),
        isRequired ? make("span.pill", { textContent: t("required") }) : null,
      ),
      make("td", {}, make("code", { textContent: typeOf(part) })),
      make("td", { dir: "auto", textContent: part.description ?? "" }),
    ),
  );
  const table = make(
    "table",
    {},
    make("thead", {}, make("tr", {}, ...headings)),
    make("tbody", {}, ...rows),
  );
  return make("section.card", {}, table);
}

function codesOf(call) {
  const others = Object.entries(call.responses).filter(([code]) => code !== "200");
  const list = others.flatMap(([code, answer]) => [
    make("dt", { textContent: code }),
    make("dd", { dir: "auto", textContent: resolve(answer).description }),
  ]);
  return make(
    "details.card",
    {},
    make("summary", { textContent: t("codes") }),
    make("dl", {}, ...list),
  );
}

function turn({ focus = true } = {}) {
  const call = chosen();
  document.body.classList.toggle("chosen", call !== undefined);
  showList();
  if (call === undefined) {
    byId("call").replaceChildren(make("p.hint", { textContent: t("choose") }));
    return;
  }
  const title = showCall(call);
  if (!focus) return;
  title.focus();
  window.scrollTo(0, 0);
}

async function start() {
  try {
    description = await (await fetch("/api/openapi.json")).json();
  } catch {
    byId("nothing").textContent = t("unreadable");
    return;
  }
  calls = listCalls();
  turn({ focus: false });
  byId("filter").addEventListener("input", showList);
  window.addEventListener("hashchange", () => turn());
}

await start();
