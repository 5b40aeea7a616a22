import { plural } from '#shared/desk/count-words.ts'
import type { Statement } from '#shared/desk/statement-answers.ts'
import { Rows } from '../ui/rows.tsx'

/** How the file was read, and what of it wasn't. */
export function UnreadRows({ statement: { decided, unread } }: { statement: Statement }) {
  return (
    <>
      <p className="dim">{decided.join(' ')}</p>
      {unread.length > 0 && (
        <section className="Block" aria-label="Not read">
          <h2>
            Not read <span>{plural(unread.length, 'row')}</span>
          </h2>
          <p>The rest of the file was taken. Correct how it is read below, or look these up at the bank.</p>
          <Rows
            label="Not read"
            columns={[
              { label: 'Line', kind: 'main' },
              { label: 'Bank’s text', kind: 'text' },
              { label: 'Why', kind: 'text' },
            ]}
            rows={unread.map(({ line, text, reason }) => ({
              key: String(line),
              cells: [line, text, reason],
            }))}
          />
        </section>
      )}
    </>
  )
}
