import { scaleBand, scaleLinear } from 'd3-scale'
import { Drawing, type Size, sizes } from './drawing.tsx'

export type Column = {
  key: string
  value: number
  /** The value to compare with, drawn as a line across the column. */
  before?: number
  /** Shown below the column, in the drawings with room for it. */
  name?: Partial<Record<Size, string>>
  /** Shown above the column. */
  label?: Partial<Record<Size, string>>
  isNow?: boolean
}

type Props = {
  id: string
  title: string
  finding: string
  /** Shown at the top of the axis. */
  unit: string
  columns: readonly Column[]
  /** Of the wide drawing, in pixels. */
  width: number
  height: number
  /** The approximate number of steps on the axis. */
  steps: number
  format(value: number): string
}

const narrow = { width: 320, height: 230 }
const margin = { right: 4, top: 34, bottom: 30 }
/** The width of a digit at 15 px, in pixels. */
const digit = 8.5
/** Longer labels near the edges aren't centred, because they would leave the drawing. */
const longLabel = 6
const nearEnd = 90

/** Values over time, as columns up and down from zero. */
export function Columns({ width, height, ...plot }: Props) {
  return sizes.map((size) => (
    <SizedColumns key={size} size={size} {...plot} {...(size === 'wide' ? { width, height } : narrow)} />
  ))
}

function SizedColumns({ columns, steps, format, unit, size, ...frame }: Props & { size: Size }) {
  const { width, height } = frame
  const right = width - margin.right
  const keys = columns.map(({ key }) => key)
  const values = columns.flatMap(({ value, before = 0 }) => [value, before])
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(0, ...values)],
    [height - margin.bottom, margin.top],
  ).nice(steps)
  const ticks = y.ticks(steps)
  const left = Math.round(Math.max(...ticks.map((tick) => format(tick).length)) * digit) + 10
  const x = scaleBand(keys, [left, right]).padding(keys.length > 12 ? 0.28 : 0.19)
  return (
    <Drawing size={size} {...frame}>
      <text y={14} className="Plot-axis">
        {unit}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            className={tick === 0 ? 'Plot-grid Plot-grid--base' : 'Plot-grid'}
            d={`M${left} ${y(tick)}H${right}`}
          />
          <text x={left - 8} y={y(tick) + 5} textAnchor="end" className="Plot-axis">
            {format(tick)}
          </text>
        </g>
      ))}
      {columns.map(({ key, value, before, name, label, isNow = false }) => {
        const start = x(key) ?? 0
        const middle = start + x.bandwidth() / 2
        // A small value still needs a visible column.
        const length = value === 0 ? 0 : Math.max(1.5, Math.abs(y(0) - y(value)))
        const top = value < 0 ? y(0) : y(0) - length
        return (
          <g key={key}>
            <rect
              className={isNow ? 'Plot-bar Plot-bar--now' : 'Plot-bar'}
              x={round(start)}
              y={round(top)}
              width={round(x.bandwidth())}
              height={round(length)}
            />
            {before !== undefined && (
              <rect
                className="Plot-before"
                x={round(start - 2)}
                y={round(y(before) - 1)}
                width={round(x.bandwidth() + 4)}
                height={2}
              />
            )}
            {name?.[size] && (
              <text
                {...(middle + 26 > width
                  ? { x: right, textAnchor: 'end' }
                  : { x: round(middle), textAnchor: 'middle' })}
                y={height - 8}
                className={isNow ? 'Plot-now' : 'Plot-axis'}
              >
                {name[size]}
              </text>
            )}
            {label?.[size] && (
              <text
                {...place(label[size], middle, { left, right })}
                y={round(Math.min(y(value), y(before ?? 0), y(0)) - 7)}
                className={isNow ? 'Plot-now' : 'Plot-lab'}
              >
                {label[size]}
              </text>
            )}
          </g>
        )
      })}
    </Drawing>
  )
}

function place(label: string, middle: number, { left, right }: { left: number; right: number }) {
  if (label.length > longLabel && middle > right - nearEnd) return { x: right, textAnchor: 'end' } as const
  if (label.length > longLabel && middle < nearEnd) return { x: left, textAnchor: 'start' } as const
  return { x: round(middle), textAnchor: 'middle' } as const
}

/** Rounds to tenths of a pixel. */
function round(value: number): number {
  return Math.round(value * 10) / 10
}
