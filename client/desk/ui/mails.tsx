import type { SentMail } from '#shared/desk/mail-answers.ts'
import { describeMail } from '../words.ts'
import { Nothing } from './older.tsx'
import { Rows } from './rows.tsx'
import { Tag } from './tag.tsx'
import { When } from './when.tsx'

export function Mails({ mails }: { mails: readonly SentMail[] }) {
  return (
    <div className="Block">
      <h2>Mails</h2>
      {mails.length === 0 ? (
        <Nothing>None yet.</Nothing>
      ) : (
        <Rows
          label="Mails"
          columns={[
            { label: 'Mail', kind: 'main' },
            { label: 'When', kind: 'date' },
            { label: 'To' },
            { label: 'State', kind: 'state' },
          ]}
          rows={mails.toReversed().map(({ id, kind, status, recipient, createdAt, sentAt }) => ({
            key: id,
            cells: [
              describeMail(kind),
              <When key="at" at={sentAt ?? createdAt} />,
              recipient,
              <Tag key="state" state={status} />,
            ],
          }))}
        />
      )}
    </div>
  )
}
