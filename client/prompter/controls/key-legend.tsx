export const keyLegendId = 'prompter-keys'

const keys: { caps: string[]; does: string }[] = [
  { caps: ['Space'], does: 'start, stop' },
  { caps: ['↑', '↓'], does: 'pace' },
  { caps: ['←', '→'], does: 'a line back, a line on' },
  { caps: ['M'], does: 'mirror' },
  { caps: ['Esc'], does: 'leave' },
]

/** CSS hides it on devices without a keyboard. */
export function KeyLegend() {
  return (
    <p className="Prompter-keys" id={keyLegendId}>
      {keys.map(({ caps, does }) => (
        <span key={does}>
          {caps.map((cap) => (
            <kbd key={cap} className="Kbd">
              {cap}
            </kbd>
          ))}
          <span>{` ${does}`}</span>
        </span>
      ))}
      <span>They work while the prompter has the focus. A presenter’s clicker works too.</span>
    </p>
  )
}
