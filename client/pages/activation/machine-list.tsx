import { useRef } from 'react'
import { dayIn, formatShortDate } from '#shared/calendar.ts'
import type { Activation } from '#shared/licensing/answers.ts'
import { useTimeZone } from '../../app-state.tsx'

type Props = {
  machines: Activation[]
  /** The id of the machine that was activated last. */
  current?: string
  busy: boolean
  /** Without it the list is read-only. */
  onDeactivate?: ((machine: Activation) => void) | undefined
}

export function MachineList({ machines, current, busy, onDeactivate }: Props) {
  const timeZone = useTimeZone()
  const heading = useRef<HTMLHeadingElement>(null)

  /** The button disappears with its row, so the focus moves to the heading. */
  function deactivate(machine: Activation) {
    heading.current?.focus()
    onDeactivate?.(machine)
  }

  return (
    <>
      <h2 className="Sheet-title" id="machines" tabIndex={-1} ref={heading}>
        Machines on this key
      </h2>
      {machines.length === 0 && <p>None. Every seat is free.</p>}
      <table className="DataTable DataTable--gap" hidden={machines.length === 0} aria-labelledby="machines">
        <thead>
          <tr>
            <th scope="col">Machine</th>
            <th scope="col" className="DataTable-opt">
              Since
            </th>
            <th scope="col" className="DataTable-end">
              <span className="vh">Deactivate</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {machines.map((machine) => (
            <tr key={machine.id}>
              <td>
                <span className="mono DataTable-long">{machine.machineName}</span>
                {machine.id === current && (
                  <>
                    <br />
                    <strong>This machine</strong>
                  </>
                )}
              </td>
              <td className="DataTable-opt">
                <time dateTime={machine.activatedAt}>
                  {formatShortDate(dayIn(timeZone, machine.activatedAt))}
                </time>
              </td>
              <td className="DataTable-end">
                {onDeactivate && (
                  <button
                    className="TextLink NeedsScript"
                    type="button"
                    disabled={busy}
                    onClick={() => deactivate(machine)}
                  >
                    Deactivate<span className="vh"> {machine.machineName}</span>
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
