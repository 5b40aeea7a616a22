import type { ReactNode } from 'react'
import type { DeskRole } from '#shared/desk/roles.ts'
import { Fact } from '../../site/ui/fact.tsx'
import { roomsOf } from './rooms.ts'

export const keysCardId = 'desk-keys'

/** Includes the switch that turns single keys off (WCAG 2.1.4). */
export function KeysCard({ role }: { role: DeskRole }) {
  const rooms = roomsOf(role)
  return (
    <div
      className="KeysCard"
      id={keysCardId}
      popover="auto"
      role="dialog"
      aria-labelledby="keys-title"
      data-tone="glass"
    >
      <h2 id="keys-title">Keys</h2>
      <div className="KeysCard-cols">
        <section>
          <h3>Anywhere</h3>
          <dl>
            <Key keys={['/']}>search</Key>
            <div className="is-wide">
              <dt>
                <kbd>g</kbd> <span>then</span>{' '}
                {rooms.map(({ key }) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{rooms.map(({ label }) => label).join(', ')}</dd>
            </div>
            <Key keys={['?']}>these keys, and away with them</Key>
            <Key keys={['Esc']}>close, or back to the list</Key>
          </dl>
        </section>
        <section>
          <h3>In a list</h3>
          <dl>
            <Key keys={['j', 'k']}>next, one before</Key>
            <Key keys={['↵']}>open</Key>
            <Key keys={['x']}>tick</Key>
            <Key keys={['f']}>to the filters</Key>
            <Key keys={['n']}>older</Key>
          </dl>
        </section>
        <section>
          <h3>On an order or licence</h3>
          <dl>
            <Key keys={['p']}>take a payment</Key>
            <Key keys={['r']}>resend</Key>
            <Key keys={['w']}>write a note</Key>
            <Key keys={['d']}>to the documents</Key>
            <Key keys={['h']}>to the history</Key>
          </dl>
        </section>
      </div>
      <p>A key only opens a form, and its button acts. Final acts always want the number typed.</p>
      <div className="KeysCard-foot">
        <button
          className="Button Button--quiet Button--small"
          type="button"
          popoverTarget={keysCardId}
          popoverTargetAction="hide"
          // biome-ignore lint/a11y/noAutofocus: the popover moves the focus only while it is open, and then returns it
          autoFocus
        >
          Close
        </button>
        <button className="Switch" type="button" role="switch" aria-checked="true" data-keys-switch>
          Single keys
          <span className="Switch-track" />
        </button>
      </div>
    </div>
  )
}

function Key({ keys, children }: { keys: string[]; children: ReactNode }) {
  return <Fact term={keys.map((key) => <kbd key={key}>{key}</kbd>)}>{children}</Fact>
}
