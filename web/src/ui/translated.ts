/**
 * Keeps React working on a page that the browser translates. The browser puts a `<font>` around a text or in its place, and
 * React goes on with the texts that it has made: it would fail to remove them, and change them where nobody sees it.
 */

/** Elements that stand in the page for texts that were taken out of it. */
const standIns = new WeakMap<Node, ChildNode>();

const { removeChild, insertBefore } = Node.prototype;

const isFont = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT';

/** Returns the child of a parent that shows one of the texts that React has put there; others are their own. */
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

/** Fonts that stand for a text already. */
const taken = new WeakSet<ChildNode>();

/** Takes notice of which fonts came in the place of which texts, and of texts that React has changed since. */
export function follow(records: MutationRecord[]): void {
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records)
    if (type === 'characterData') {
      // Changed, it takes its place again, and the browser translates it anew.
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
