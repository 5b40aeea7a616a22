import { ScriptRoll } from './script-roll.tsx'

const alternative =
  'Illustration: the operator window, with a running order, the script, and start, pace and timer controls. ' +
  'In front of it the talent window, which shows only the words, mirrored for the glass. Both are on the same line.'

const rundown = [
  ['Welcome', '0:40'],
  ['Opening', '6:16'],
  ['Guest', '9:00'],
  ['Questions', '5:00'],
  ['Close', '0:30'],
] as const

export function WindowsFigure() {
  return (
    <div className="Fig" role="img" aria-label={alternative}>
      <div className="FigPair">
        <div className="FigPair-in">
          <OperatorWindow />
          <TalentWindow />
        </div>
      </div>
    </div>
  )
}

function OperatorWindow() {
  return (
    <div className="FigWin FigOperator">
      <div className="FigWin-bar">
        <div>Opening remarks</div>
        <div>Operator</div>
      </div>
      <div className="FigOperator-body">
        <ul className="FigOperator-rundown">
          {rundown.map(([part, length]) => (
            <li key={part} data-on={part === 'Opening' ? '' : undefined}>
              <span>{part}</span> <span>{length}</span>
            </li>
          ))}
        </ul>
        <ScriptRoll className="FigOperator-script" />
      </div>
      <div className="FigOperator-desk">
        <b>Stop</b>
        <div>132 words a minute</div>
        <div>Size</div>
      </div>
    </div>
  )
}

function TalentWindow() {
  return (
    <div className="FigWin FigTalent">
      <div className="FigWin-bar">
        <div>Talent</div>
        <i />
      </div>
      <div className="FigTalent-glass">
        <div className="FigTalent-face">
          <ScriptRoll />
        </div>
      </div>
    </div>
  )
}
