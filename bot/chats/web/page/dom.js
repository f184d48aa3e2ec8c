// DOM: find and create elements with their types.

/**
 * Return the first element that matches a selector. A missing element is a bug, so this throws.
 *
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function find(selector, kind, root = document) {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new TypeError(`no ${kind.name} is found by ${selector}`);
}

/**
 * Return all elements of one kind that match a selector.
 *
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} [root]
 * @returns {T[]}
 */
export function findAll(selector, kind, root = document) {
  /** @type {T[]} */
  const found = [];
  for (const element of root.querySelectorAll(selector)) if (element instanceof kind) found.push(element);
  return found;
}

/**
 * Return a new element.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [className]
 * @param {string} [text]
 */
export function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/**
 * Return a new button. Without the type `button` it would submit the form around it.
 *
 * @param {string} className
 * @param {string} label
 * @param {() => void} pressed
 */
export function makeButton(className, label, pressed) {
  const button = make("button", className, label);
  button.type = "button";
  button.addEventListener("click", pressed);
  return button;
}

/**
 * Make elements the children of a parent, in this order. Those that are there already are not moved, because a press
 * on an element that is moved or replaced before it ends does nothing.
 *
 * @param {Element} parent
 * @param {Element[]} wanted
 */
export function arrange(parent, wanted) {
  for (const child of [...parent.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}
