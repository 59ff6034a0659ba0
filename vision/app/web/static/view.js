// A small virtual tree: views say what the page is, `render` changes only what differs, so that
// focus, scrolling and half-typed words survive every message from the server.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "polygon", "rect", "circle", "text", "title"]);
const AS_PROPERTY = new Set(["value", "checked", "disabled", "indeterminate", "selected"]);
const kept = new WeakMap(); // container or element -> the tree it shows

/** One node. Props: attributes, `on…` listeners, `key`, `style` (custom properties), `hook`. */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: flat(children), key: props?.key };
}

function flat(children) {
  const nodes = [];
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === true) continue;
    nodes.push(typeof child === "object" ? child : { text: String(child) });
  }
  return nodes;
}

/** Makes the container show these nodes and nothing else. */
export function render(container, ...nodes) {
  const tree = flat(nodes);
  patchChildren(container, kept.get(container) ?? [], tree);
  kept.set(container, tree);
}

function create(node) {
  if (node.text !== undefined) {
    node.dom = document.createTextNode(node.text);
    return node.dom;
  }
  const { tag } = node;
  const dom = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  node.dom = dom;
  if (!ownsChildren(tag)) patchChildren(dom, [], node.children);
  patchProps(dom, {}, node.props);
  if (node.props.hook) queueMicrotask(() => node.props.hook(dom));
  return dom;
}

/** Elements of our own draw themselves. */
function ownsChildren(tag) {
  return tag.includes("-");
}

function patch(old, node) {
  node.dom = old.dom;
  if (node.text !== undefined) {
    if (old.text !== node.text) node.dom.data = node.text;
    return;
  }
  if (!ownsChildren(node.tag)) patchChildren(node.dom, old.children, node.children);
  patchProps(node.dom, old.props, node.props);
}

function same(old, node) {
  return (
    old.tag === node.tag &&
    old.key === node.key &&
    (old.text === undefined) === (node.text === undefined)
  );
}

function patchChildren(parent, olds, nodes) {
  const keyed = new Map();
  const free = [];
  for (const old of olds) {
    if (old.key !== undefined) keyed.set(old.key, old);
    else free.push(old);
  }
  const used = new Set();
  for (const node of nodes) {
    const old =
      node.key !== undefined
        ? keyed.get(node.key)
        : free.find((o) => !used.has(o) && same(o, node));
    if (old && same(old, node) && !used.has(old)) {
      used.add(old);
      patch(old, node);
    } else {
      create(node);
    }
  }
  for (const old of olds) if (!used.has(old)) old.dom.remove();
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node.dom === at) at = at.nextSibling;
    else parent.insertBefore(node.dom, at);
  }
}

function patchProps(dom, old, props) {
  for (const name of Object.keys(old))
    if (!(name in props)) setProp(dom, name, undefined, old[name]);
  for (const [name, value] of Object.entries(props)) {
    // what a person ticked or turned off is put right even where the view says what it said before
    if (value !== old[name] || name === "checked") setProp(dom, name, value, old[name]);
  }
}

function setProp(dom, name, value, before) {
  if (name === "key" || name === "hook") return;
  if (name === "style") setStyle(dom, value ?? {}, before ?? {});
  else if (name.startsWith("on")) listen(dom, name.slice(2), value);
  else if (AS_PROPERTY.has(name)) dom[name] = value ?? (name === "value" ? "" : false);
  else if (value === undefined || value === null || value === false) dom.removeAttribute(name);
  else dom.setAttribute(name, value === true ? "" : value);
}

function setStyle(dom, style, before) {
  for (const name of Object.keys(before)) if (!(name in style)) dom.style.removeProperty(name);
  for (const [name, value] of Object.entries(style)) dom.style.setProperty(name, value);
}

const handlers = new WeakMap();

/** One listener an event, whose handler can be exchanged. */
function listen(dom, event, handler) {
  let own = handlers.get(dom);
  if (!own) handlers.set(dom, (own = {}));
  if (!(event in own)) dom.addEventListener(event, (e) => own[event]?.(e));
  own[event] = handler;
}
