const alternative =
  'Illustration: the timer. 2 minutes 14 used, 4 minutes 2 left at this pace, finishing at 10:46.'

export function TimerFigure() {
  return (
    <div className="Fig FigTimer" role="img" aria-label={alternative}>
      <div className="FigTimer-panel">
        <div className="FigTimer-grid">
          <div className="FigTimer-cell">
            <div>Used</div>
            <b>2:14</b>
          </div>
          <div className="FigTimer-cell" data-lit="">
            <div>Left at this pace</div>
            <b>4:02</b>
          </div>
        </div>
        <div className="FigTimer-bar" />
        <div className="FigTimer-foot">
          <div>
            Slot <b>6:30</b>
          </div>
          <div>
            Finishes at <b>10:46</b>
          </div>
        </div>
      </div>
    </div>
  )
}
