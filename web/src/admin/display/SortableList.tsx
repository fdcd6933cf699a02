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
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';

type Item = { id: number };

type Props<T extends Item> = {
  /** What the list lists, for a screen reader. */
  label: string;
  items: T[];
  /** What people call an item. */
  nameOf: (item: T) => string;
  render: (item: T) => ReactNode;
  /** Called with the items in the order that they were put into. */
  onSort: (items: T[]) => void;
};

/** A list that is put in order by dragging, or by keyboard: space, arrows, space. */
export function SortableList<T extends Item>({ label, items, nameOf, render, onSort }: Props<T>) {
  const id = useId();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (key: UniqueIdentifier) => items.findIndex((item) => item.id === key);
  const name = (key: UniqueIdentifier) => {
    const item = items[place(key)];
    return item ? nameOf(item) : '';
  };
  const at = (key: UniqueIdentifier) => `urutan ${place(key) + 1} dari ${items.length}`;
  // What is taken lies over its own place at first, which says nothing new.
  const taken = useRef(false);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      taken.current = true;
      return `${name(active.id)} diambil dari ${at(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      if (taken.current && over?.id === active.id) return undefined;
      taken.current = false;
      return over ? `${name(active.id)} sekarang di ${at(over.id)}.` : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `${name(active.id)} diletakkan di ${at(over.id)}.`
        : `${name(active.id)} dikembalikan.`,
    onDragCancel: ({ active }) => `Batal. ${name(active.id)} tetap di ${at(active.id)}.`,
  };

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    onSort(arrayMove(items, place(active.id), place(over.id)));
  };

  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable:
            'Tekan spasi untuk mengambil, panah atas atau bawah untuk memindahkan, spasi lagi untuk meletakkan, Escape untuk batal.',
        },
      }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        <ol aria-label={label} className="grid gap-3">
          {items.map((item) => (
            <Row key={item.id} id={item.id} name={nameOf(item)}>
              {render(item)}
            </Row>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

const described = { roleDescription: 'dapat diurutkan' };

function Row({ id, name, children }: { id: number; name: string; children: ReactNode }) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id, attributes: described });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`flex items-center gap-3 card p-3 sm:p-4 ${isDragging ? 'relative z-10 shadow-xl' : ''}`}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Pindahkan ${name}`}
        className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-full text-muted hover:bg-brand-soft hover:text-brand"
      >
        <GripVertical aria-hidden size={20} />
      </button>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}
