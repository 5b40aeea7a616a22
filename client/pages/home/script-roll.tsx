const script = [
  'I was asked to keep',
  'this to six minutes.',
  'So I will start with',
  'the part that went wrong.',
  'It was a Tuesday.',
  'Nobody had slept.',
  'And the first thing',
  'we did was nothing.',
  'We sat and listened',
  'for a whole hour.',
  'Then we wrote it down.',
  'All of it.',
]

/** Shows the sample script in an illustration. */
export function ScriptRoll({ from = 0, className }: { from?: number; className?: string }) {
  return (
    <div className={['FigRoll', className].filter(Boolean).join(' ')}>
      <div className="FigRoll-text">
        {script.slice(from).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
      <div className="FigRoll-cue" />
    </div>
  )
}
