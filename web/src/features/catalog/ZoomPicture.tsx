import { useCallback, useEffect, useLayoutEffect, useRef, type PointerEvent } from 'react';
import { Picture } from '@/ui/Picture';

/** Maximum magnification of a picture, relative to the size that fits the screen. */
export const MOST = 4;

/** Magnification after two quick taps. */
const TAPPED = 2.5;

/** Maximum time and distance between two taps of one gesture, in milliseconds and pixels. */
const TAP_MS = 300;
const TAP_PX = 30;

type Props = {
  picture: string;
  alt: string;
  /** Magnification; 1 fits the screen. */
  zoom: number;
  /** Whether it is the picture in view. */
  current: boolean;
  onZoom: (zoom: number) => void;
};

type Point = { x: number; y: number };
type Held = { part: Point; at: Point };

/** Picture that can be moved within its frame, and magnified around the touched point. */
export function ZoomPicture({ picture, alt, zoom, current, onZoom }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  // Point of the picture (from 0 to 1) and the position on the screen at which magnification holds
  // it.
  const held = useRef<Held | null>(null);
  const tapped = useRef<(Point & { ms: number }) | null>(null);

  const hold = useCallback((at: Point) => {
    const box = place.current?.getBoundingClientRect();
    // The picture has no size before its dialog is open.
    if (!box?.width) return;
    const part = { x: (at.x - box.left) / box.width, y: (at.y - box.top) / box.height };
    held.current = { part, at };
  }, []);
  // Without a touch, the middle of the frame stays in place.
  const middle = useCallback((): Point => {
    const {
      left = 0,
      top = 0,
      width = 0,
      height = 0,
    } = frame.current?.getBoundingClientRect() ?? {};
    return { x: left + width / 2, y: top + height / 2 };
  }, []);

  // Restores the position after every change of size.
  useLayoutEffect(() => {
    const box = place.current?.getBoundingClientRect();
    if (!box) return;
    const { part, at } = held.current ?? { part: { x: 0.5, y: 0.5 }, at: middle() };
    frame.current?.scrollBy({
      left: box.left + part.x * box.width - at.x,
      top: box.top + part.y * box.height - at.y,
      behavior: 'instant',
    });
    hold(middle());
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it measures what `zoom` has drawn
  }, [zoom, hold, middle]);

  // Two fingers magnify the picture; the browser's own zoom would magnify the page.
  const now = useRef(zoom);
  useEffect(() => {
    now.current = zoom;
  }, [zoom]);
  useEffect(() => {
    const element = frame.current;
    if (!element || !current) return undefined;
    let from: { apart: number; zoom: number } | null = null;
    const pinch = (event: TouchEvent) => {
      const [one, two] = event.touches;
      if (!one || !two) {
        from = null;
        return;
      }
      event.preventDefault();
      const apart = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
      from ??= { apart, zoom: now.current };
      hold({ x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 });
      onZoom(Math.min(Math.max((from.zoom * apart) / from.apart, 1), MOST));
    };
    const kinds = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const;
    for (const kind of kinds) element.addEventListener(kind, pinch, { passive: false });
    return () => {
      for (const kind of kinds) element.removeEventListener(kind, pinch);
    };
  }, [current, hold, onZoom]);

  /** Magnifies after two taps in the same place, or shows the whole picture again. */
  const tap = ({ clientX: x, clientY: y, timeStamp: ms }: PointerEvent) => {
    const before = tapped.current;
    const again =
      before && ms - before.ms < TAP_MS && Math.hypot(x - before.x, y - before.y) < TAP_PX;
    tapped.current = again ? null : { x, y, ms };
    if (!again) return;
    hold({ x, y });
    onZoom(zoom > 1 ? 1 : TAPPED);
  };

  const drag = ({ pointerType, buttons, movementX, movementY }: PointerEvent) => {
    // The browser itself scrolls by touch.
    if (pointerType === 'mouse' && buttons === 1) frame.current?.scrollBy(-movementX, -movementY);
  };

  return (
    <div
      ref={frame}
      role="group"
      aria-label={alt}
      // Scrollable content must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={current ? 0 : -1}
      onScroll={() => hold(middle())}
      onPointerUp={tap}
      onPointerMove={drag}
      className={`slide @container-size h-full touch-pan-x touch-pan-y overflow-auto -outline-offset-4 select-none [scrollbar-width:none] ${zoom > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
    >
      <div className="grid min-h-full w-max min-w-full place-items-center">
        <div ref={place} style={{ width: `calc(min(100cqw, 100cqh) * ${zoom})` }}>
          <Picture
            picture={picture}
            alt={alt}
            sizes={`${Math.ceil(zoom * 100)}vmin`}
            widths={[800, 1200, 1600]}
            eager={current}
            className="pointer-events-none"
          />
        </div>
      </div>
    </div>
  );
}
