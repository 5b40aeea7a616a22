import { arrangeMachines, drawing } from './arrange-machines.ts'

/** A prompter for each seat. The words say the same. */
export function MachinesArt({ seats }: { seats: number }) {
  return (
    <svg viewBox={`0 0 ${drawing.width} ${drawing.height}`} aria-hidden="true" focusable="false">
      {arrangeMachines(seats).map(({ x, y, scale }) => (
        <Machine key={`${x} ${y}`} x={x} y={y} scale={scale} />
      ))}
    </svg>
  )
}

/** Drawn 72 wide and 54 high. */
function Machine({ x, y, scale }: { x: number; y: number; scale: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <rect width="72" height="54" rx="3.4" fill="#050808" stroke="#74868a" strokeWidth={1.5 / scale} />
      <path fill="#f3f7f6" fillOpacity=".4" d="M15.8 10.1h33.8v5H15.8zM15.8 33.8h24.8v5H15.8z" />
      <path fill="#f3f7f6" d="M15.8 21.8h45v5h-45z" />
      <path fill="#ffb627" d="M2.8 19.1h4.5l4.5 5.2-4.5 5.2H2.8z" />
    </g>
  )
}
