import { useNavigate } from 'react-router-dom';
import { useDesigner, goTo, placeOf } from './designer';

/** All faults of the plan, each with a link to its field. */
export function FaultList() {
  const { plan, faults } = useDesigner();
  const navigate = useNavigate();
  return (
    <div role="status">
      {faults.length > 0 && (
        <section
          aria-label="Yang harus diperbaiki"
          className="mb-5 rounded-2xl bg-danger-soft px-5 py-4 text-sm text-danger"
        >
          <p className="font-semibold">
            {faults.length === 1
              ? 'Satu hal harus diperbaiki sebelum rencana ini dapat terbit:'
              : `${faults.length} hal harus diperbaiki sebelum rencana ini dapat terbit:`}
          </p>
          <ul className="mt-1">
            {faults.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                <button
                  type="button"
                  onClick={() => {
                    // The field may not be on this page: the form with all fields is on the first
                    // step.
                    if (!goTo(field)) void navigate({ search: '' });
                  }}
                  className="min-h-11 py-1.5 text-left underline underline-offset-4"
                >
                  {placeOf(field, plan)}: {message}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
