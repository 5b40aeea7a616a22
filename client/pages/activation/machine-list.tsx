import { formatShortDate, isoDay } from '#shared/dates.ts'

/** One activation, as the licence API lists it. */
export type Machine = { id: string; machineName: string; activatedAt: string }

type Props = {
  machines: Machine[]
  /** The one that this page was used for. */
  current?: string
  onDeactivate(machine: Machine): void
}

export function MachineList({ machines, current, onDeactivate }: Props) {
  return (
    <>
      <h2 className="Sheet-title">Machines on this key</h2>
      <table className="DataTable DataTable--gap">
        <thead>
          <tr>
            <th scope="col">Machine</th>
            <th scope="col" className="DataTable-opt">
              Since
            </th>
            <th scope="col" className="DataTable-end">
              <span className="vh">Free it</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {machines.map((machine) => (
            <tr key={machine.id}>
              <td>
                <span className="mono">{machine.machineName}</span>
                {machine.id === current && (
                  <>
                    <br />
                    <strong>This machine</strong>
                  </>
                )}
              </td>
              <td className="DataTable-opt">
                <time dateTime={isoDay(machine.activatedAt)}>{formatShortDate(machine.activatedAt)}</time>
              </td>
              <td className="DataTable-end">
                <button className="TextLink" type="button" onClick={() => onDeactivate(machine)}>
                  Deactivate<span className="vh"> {machine.machineName}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
