/**
 * Keeps React working on a page that the browser translates. The browser puts a `<font>` around a
 * text or in its place, but React continues with its own texts: it would fail to remove them, and
 * change them where no one sees it.
 */

/** Elements in the page that replace texts removed from it. */
const standIns = new WeakMap<Node, ChildNode>();

const { removeChild, insertBefore } = Node.prototype;

const isFont = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT';

/**
 * Returns the child of a parent that shows one of React's texts; other nodes are returned
 * unchanged.
 */
function shownBy(parent: Node, child: Node): Node {
  let at: Node = child.isConnected ? child : (standIns.get(child) ?? child);
  while (at.parentNode !== parent && isFont(at.parentNode)) at = at.parentNode;
  return at;
}

Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
  removeChild.call(this, shownBy(this, child));
  return child;
};

Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
  insertBefore.call(this, node, next && shownBy(this, next));
  return node;
};

/** Fonts that already replace a text. */
const taken = new WeakSet<ChildNode>();

/** Records which fonts replaced which texts, and handles texts that React has changed since. */
export function follow(records: MutationRecord[]): void {
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records)
    if (type === 'characterData') {
      // A changed text returns to its place, and the browser translates it again.
      const standIn = standIns.get(target);
      standIns.delete(target);
      standIn?.replaceWith(target);
    } else
      for (const text of removedNodes) {
        const near = [...addedNodes, previousSibling, nextSibling].filter(isFont);
        const font = near.find((each) => !taken.has(each));
        if (font && text.nodeType === Node.TEXT_NODE && !text.isConnected) {
          taken.add(font);
          standIns.set(text, font);
          texts.observe(text, { characterData: true });
        }
      }
}

const texts = new MutationObserver(follow);
