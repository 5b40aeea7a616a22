import { scaleLinear } from 'd3-scale'
import { Drawing, type Size, sizes } from './drawing.tsx'

type Bar = {
  key: string
  name: string
  value: number
  /** The value in words, after the bar. */
  text: string
  isNow?: boolean
}

type Props = { id: string; title: string; finding: string; bars: readonly Bar[] }

/** Names are to the left of the bars, or above them on a phone. */
const shapes = {
  wide: { width: 470, row: 34, bar: 22, nameAt: 22, barAt: 6 },
  narrow: { width: 320, row: 52, bar: 18, nameAt: 18, barAt: 24 },
}
const indent = 17
const roomForText = 96
/** The width of a letter at 15 px, in pixels. */
const letter = 7.6
const mostLetters = 26

/** Horizontal bars from zero, one per name. */
export function Bars({ bars, ...frame }: Props) {
  return (
    <div className="Plot-bars">
      {sizes.map((size) => (
        <SizedBars key={size} size={size} bars={bars} {...frame} />
      ))}
    </div>
  )
}

function SizedBars({ bars, size, ...frame }: Props & { size: Size }) {
  const { width, row, bar, nameAt, barAt } = shapes[size]
  const names = bars.map(({ name }) => shorten(name))
  const longest = Math.max(...names.map(({ length }) => length))
  const start = size === 'wide' ? Math.round(indent + longest * letter + 12) : 0
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const x = scaleLinear([0, most], [0, width - start - roomForText])
  return (
    <Drawing size={size} width={width} height={bars.length * row + 6} {...frame}>
      {bars.map(({ key, value, text, isNow = false }, index) => {
        const top = 2 + index * row
        const end = start + Math.max(2, Math.round(x(value)))
        const tone = isNow ? 'Plot-now' : 'Plot-lab'
        return (
          <g key={key}>
            {isNow && <path className="Plot-cue" d={`M0 ${top + nameAt - 10}h4.8l5.2 5-5.2 5h-4.8z`} />}
            <text x={isNow || size === 'wide' ? indent : 0} y={top + nameAt} className={tone}>
              {names[index]}
            </text>
            <rect
              className={isNow ? 'Plot-bar Plot-bar--now' : 'Plot-bar'}
              x={start}
              y={top + barAt}
              width={end - start}
              height={bar}
            />
            <text x={end + 8} y={top + barAt + 16} className={tone}>
              {text}
            </text>
          </g>
        )
      })}
    </Drawing>
  )
}

function shorten(name: string): string {
  return name.length > mostLetters ? `${name.slice(0, mostLetters - 1)}…` : name
}
