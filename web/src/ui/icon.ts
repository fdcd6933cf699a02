import { createElement, type SVGProps } from 'react';

/** Icon data of lucide-react. */
type IconData = { size: number; node: [tag: string, attributes: Record<string, string>][] };

type Props = SVGProps<SVGSVGElement> & { size?: number };

/** Makes the component of an icon; the build uses it instead of lucide-react's own. */
export default function createIcon({ size: grid, node }: IconData) {
  return ({ size = 24, ...rest }: Props) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${grid} ${grid}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
