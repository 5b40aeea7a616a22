import { formatDate } from '#shared/calendar/calendar.ts'
import { isForGood } from '#shared/licensing/for-good.ts'
import { majorMinor } from '#shared/releases/versions.ts'
import { spanMarks } from './span-marks.ts'

type Props = Parameters<typeof spanMarks>[0]

/** Draws a licence's coverage as a timeline; the text next to it says the same. Updates for good need no timeline. */
export function Span(props: Props) {
  if (isForGood(props.until)) return null
  const { now, until, after, marks } = spanMarks(props)
  return (
    <svg className="Span" role="img" aria-label={inWords(props)}>
      <line className="Span-far" x1="0" x2="100%" y1="29" y2="29" />
      <rect className="Span-lit" x="0" y="26" width={percent(until)} height="6" />
      {after && (
        <rect
          className="Span-after"
          x={percent(after.from)}
          y="26"
          width={percent(after.to - after.from)}
          height="6"
        />
      )}
      {marks.map(({ version, x, isCovered, isLabelled }) => (
        <g key={version}>
          <line
            className="Span-tick"
            data-on={isCovered ? '' : undefined}
            x1={percent(x)}
            x2={percent(x)}
            y1="34"
            y2={isLabelled ? 44 : 40}
          />
          {isLabelled && (
            <text
              className="Span-no"
              data-on={isCovered ? '' : undefined}
              x={percent(x)}
              y="60"
              textAnchor="middle"
            >
              {majorMinor(version)}
            </text>
          )}
        </g>
      ))}
      {now !== null && (
        <>
          <text className="Span-now" x={percent(now)} y="12" textAnchor="middle">
            Today
          </text>
          <svg x={percent(now)} overflow="visible" role="presentation">
            <path className="Span-cue" d="M-7 21h6l8 8-8 8h-6z" />
          </svg>
        </>
      )}
    </svg>
  )
}

function inWords({ today, until, renewedUntil }: Props): string {
  const covers = `${today && until < today ? 'Covered' : 'Covers'} every version up to ${formatDate(until)}.`
  return renewedUntil ? `${covers} The renewal that’s chosen runs to ${formatDate(renewedUntil)}.` : covers
}

function percent(place: number): string {
  return `${place.toFixed(2)}%`
}
