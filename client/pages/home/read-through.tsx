/** Each sentence lights as it crosses the middle of the window. */
export function ReadThrough({ lines }: { lines: string[] }) {
  return (
    <section className="ReadThrough" data-tone="glass" aria-label="What a teleprompter does">
      <div className="wrap">
        <div className="ReadThrough-in">
          <div className="ReadThrough-rail" aria-hidden="true" />
          <div className="ReadThrough-cue" aria-hidden="true" />
          <div className="ReadThrough-lines">
            {lines.map((line) => (
              <p key={line} className="ReadThrough-line">
                {line}
              </p>
            ))}
          </div>
        </div>
      </div>
    </section>
  )
}
