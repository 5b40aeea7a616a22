import { Fragment, useRef, useState } from 'react'
import { dayIn, formatShortDate } from '#shared/calendar/calendar.ts'
import type { Activation } from '#shared/licensing/answers.ts'
import { useTimeZone } from '../../site/framework/app-state.tsx'
import { Button } from '../../site/ui/button.tsx'

type Props = {
  machines: Activation[]
  /** The id of the machine that was just activated. */
  current?: string
  busy: boolean
  /** If omitted, the list is read-only. */
  onDeactivate?: ((machine: Activation) => void) | undefined
}

export function MachineList({ machines, current, busy, onDeactivate }: Props) {
  const timeZone = useTimeZone()
  const heading = useRef<HTMLHeadingElement>(null)
  /** The id of the machine whose confirmation is open. */
  const [asked, setAsked] = useState('')

  /** The button disappears with its row, so the heading gets the focus. */
  function deactivate(machine: Activation) {
    heading.current?.focus()
    setAsked('')
    onDeactivate?.(machine)
  }

  /** The pressed button disappears with the confirmation. */
  function leave() {
    document.querySelector<HTMLElement>('.DataTable [aria-expanded=true]')?.focus()
    setAsked('')
  }

  return (
    <>
      <h2 className="Sheet-title" id="machines" tabIndex={-1} ref={heading}>
        Machines on this key
      </h2>
      {machines.length === 0 && <p>None. Every seat is free.</p>}
      <table className="DataTable Gap" hidden={machines.length === 0} aria-labelledby="machines">
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
        <tbody className="Ruled">
          {machines.map((machine) => (
            <Fragment key={machine.id}>
              <tr>
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
                      aria-expanded={machine.id === asked}
                      onClick={() => setAsked(machine.id === asked ? '' : machine.id)}
                    >
                      Deactivate<span className="vh">{` ${machine.machineName}`}</span>
                    </button>
                  )}
                </td>
              </tr>
              {machine.id === asked && (
                <tr>
                  <td colSpan={3}>
                    <Question machine={machine} busy={busy} onYes={() => deactivate(machine)} onNo={leave} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </>
  )
}

type QuestionProps = { machine: Activation; busy: boolean; onYes(): void; onNo(): void }

function Question({ machine: { machineName }, busy, onYes, onNo }: QuestionProps) {
  return (
    <div className="Form">
      <p>
        {`${machineName} no longer holds a seat, and another machine can take it at once. If ${machineName} is turned on again, it takes a seat again.`}
      </p>
      <div className="Form-actions">
        <Button type="button" busy={busy} onClick={onYes}>
          Deactivate it
        </Button>
        <button className="TextLink" type="button" onClick={onNo}>
          Leave it as it is
        </button>
      </div>
    </div>
  )
}
