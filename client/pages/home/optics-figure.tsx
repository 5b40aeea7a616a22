const alternative =
  'Side view. A screen lies face up below a sheet of glass tilted at 45 degrees. Its light goes up to the glass ' +
  'and turns towards the presenter. Behind the glass, on the same line, is the camera lens.'

/** A side view of the glass, the lens and the path of light. */
export function OpticsFigure() {
  return (
    <svg className="FigOptics" viewBox="0 0 900 430" role="img" aria-label={alternative}>
      {/* Light */}
      <path className="o-thin" d="M381 86 600 128M566 271 600 236" />
      <path className="o-sight" d="M596 180H150" />
      <path className="o-ray" d="M410 330 432.1 142.1 140 178.5M470 330V180H140M530 330 518 228 140 181.5" />
      <path className="o-rayfill" d="m300 180-17-8v16zM470 262l-8 17h16z" />
      {/* Glass and screen */}
      <path className="o-line o-glass" d="M378 86 564 272" />
      <path className="o-fill" d="M386 332h168v12H386z" />
      <path className="o-line" d="M470 344v42M430 386h80" />
      {/* Camera */}
      <path className="o-paper" d="M600 128h70v108h-70z" />
      <path className="o-line" d="M600 128h70v108h-70zM670 108h150v148H670zM700 108V84h90v24" />
      <path className="o-line" d="M600 146c-13 18-13 50 0 68" />
      <path className="o-fill" d="M820 160h16v44h-16z" />
      {/* Eye */}
      <path className="o-line" d="M92 180c14-21 40-27 62-12M92 180c14 21 40 27 62 12" />
      <circle className="o-fill" cx="140" cy="180" r="9" />
      {labels.map(({ text, x, y, kind }) => (
        <text key={text} className={kind} x={x} y={y}>
          {text}
        </text>
      ))}
    </svg>
  )
}

const labels = [
  { text: 'You', x: 86, y: 138, kind: 'o-strong' },
  { text: 'Glass', x: 352, y: 62, kind: 'o-strong' },
  { text: 'Screen', x: 572, y: 345, kind: 'o-strong' },
  { text: 'face up, mirrored', x: 572, y: 371, kind: 'o-sub' },
  { text: 'Lens', x: 600, y: 58, kind: 'o-strong' },
  { text: 'on the line you read', x: 646, y: 58, kind: 'o-sub' },
]
