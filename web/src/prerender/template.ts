/** Helpers that turn the build's HTML into templates. */

/** Returns the template that is `yes` where the condition holds, and `no` where it does not. */
export function either(condition: string, yes: string, no: string): string {
  if (yes === no) throw new Error(`${condition} changes nothing`);
  let start = 0;
  while (yes[start] === no[start]) start += 1;
  let end = 0;
  while (end < Math.min(yes.length, no.length) - start && yes.at(-1 - end) === no.at(-1 - end))
    end += 1;
  const cut = (html: string) => html.slice(start, html.length - end);
  const otherwise = cut(no) && `{% else %}${cut(no)}`;
  return `${yes.slice(0, start)}{% if ${condition} %}${cut(yes)}${otherwise}{% endif %}${yes.slice(yes.length - end)}`;
}

/** Returns the elements of a kind that are not nested in one another. */
export function elements(html: string, tag: string): string[] {
  return html.match(new RegExp(`<${tag}[ >].*?</${tag}>`, 'gs')) ?? [];
}

/** Replaces a text that occurs exactly once. */
export function replace(html: string, from: string, to: string): string {
  if (!from || html.split(from).length !== 2) throw new Error(`not once: ${from.slice(0, 200)}`);
  return html.replace(from, () => to);
}
