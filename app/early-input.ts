/**
 * Inline script at the top of each page that records input before hydration and repeats it for React as soon as the
 * element is hydrated. Links, forms with a submit button and disclosures work without scripts; the script repeats the
 * values of fields and the clicks on other buttons. A button that opens a popover works by itself, too.
 *
 * - React marks an element that it has hydrated by a property `__reactProps$…`.
 * - React compares a field's value with the one it knew at hydration, so the value is first set back to the initial one.
 * - A click that React has handled within its own event, because it hydrated a boundary for it, is not repeated.
 */
export const EARLY_INPUT_SCRIPT = `(() => {
const waiting = new Map();
const isAlive = (node) => Object.keys(node).some((key) => key.startsWith("__reactProps$"));
const valueOf = (field) => (field.type === "checkbox" || field.type === "radio" ? "checked" : "value");
const repeat = (node, kept) => {
  if (kept === null) return node.disabled || node.click();
  if (node.tagName === "SELECT") {
    node.value = kept;
    return node.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const name = valueOf(node);
  const initial = name === "value" ? node.defaultValue : node.defaultChecked;
  const wanted = node[name] === initial ? kept : node[name];
  if (wanted === initial) return;
  node[name] = initial;
  if (name === "checked") return node.click();
  const { selectionStart } = node;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), name).set.call(node, wanted);
  if (selectionStart !== null && node === document.activeElement) node.setSelectionRange(wanted.length, wanted.length);
  node.dispatchEvent(new Event("input", { bubbles: true }));
};
const look = () => {
  for (const [node, kept] of waiting) {
    if (node.isConnected && !isAlive(node)) continue;
    waiting.delete(node);
    if (node.isConnected) repeat(node, kept);
  }
  if (waiting.size > 0) setTimeout(look, 50);
};
const keep = (node, kept) => {
  waiting.set(node, kept);
  if (waiting.size === 1) setTimeout(look, 50);
};
addEventListener("input", ({ target, isTrusted }) => {
  if (isTrusted && !isAlive(target) && target.matches("input,textarea,select")) keep(target, target[valueOf(target)]);
}, true);
addEventListener("click", ({ target, isTrusted }) => {
  const button = isTrusted && target.closest("button:not([type=submit],[popovertarget]),[role=button]");
  if (button && !isAlive(button)) setTimeout(() => isAlive(button) || keep(button, null));
}, true);
})()`;
