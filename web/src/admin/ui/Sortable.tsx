import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

type Props<T> = {
  /** Name of the list's contents, for a screen reader. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Name of an item, for announcing its moves. */
  nameOf: (item: T, index: number) => string;
  onOrder: (items: T[]) => void;
  /** Renders an item; `handle` is the part by which it is dragged. */
  render: (item: T, handle: ReactNode, index: number) => ReactNode;
  /** Whether items are next to each other, instead of one below the other. */
  grid?: boolean;
  className?: string;
};

const instructions = {
  draggable:
    'Tekan spasi untuk mengangkat. Pindahkan dengan tombol panah, tekan spasi lagi untuk meletakkan, atau Escape untuk batal.',
};

/** List whose items are sorted by pointer, touch or keyboard. */
export function Sortable<T>(props: Props<T>) {
  const { label, items, keyOf, nameOf, onOrder, render, grid = false, className } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = items.map(keyOf);
  const place = (id: UniqueIdentifier) => keys.indexOf(String(id));
  const name = (id: UniqueIdentifier) => {
    const item = items[place(id)];
    return item === undefined ? '' : nameOf(item, place(id));
  };
  const at = (id: UniqueIdentifier) => `posisi ${place(id) + 1} dari ${keys.length}`;
  // A picked-up item is over its own place at first, which is not worth announcing.
  const taken = useRef(false);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      taken.current = true;
      return `${name(active.id)} diangkat dari ${at(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      if (taken.current && over?.id === active.id) return undefined;
      taken.current = false;
      return over ? `${name(active.id)} sekarang di ${at(over.id)}.` : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} diletakkan di ${at(over.id)}.` : `${name(active.id)} dilepas.`,
    onDragCancel: ({ active }) => `Batal. ${name(active.id)} tetap di ${at(active.id)}.`,
  };
  const end = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id)
      onOrder(arrayMove([...items], place(active.id), place(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
    >
      <SortableContext
        items={keys}
        strategy={grid ? rectSortingStrategy : verticalListSortingStrategy}
      >
        <ul aria-label={label} className={className}>
          {items.map((item, index) => (
            <Item key={keyOf(item)} id={keyOf(item)} name={nameOf(item, index)}>
              {(handle) => render(item, handle, index)}
            </Item>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

type ItemProps = { id: string; name: string; children: (handle: ReactNode) => ReactNode };

function Item({ id, name, children }: ItemProps) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id, attributes: { roleDescription: 'dapat diurutkan' } });
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={`Urutkan ${name}`}
      className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-full text-muted hover:bg-brand-soft hover:text-brand active:cursor-grabbing"
    >
      <GripVertical aria-hidden size={18} />
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Transform.toString(transform), transition }}
      className={isDragging ? 'relative z-10 opacity-80' : ''}
    >
      {children(handle)}
    </li>
  );
}
