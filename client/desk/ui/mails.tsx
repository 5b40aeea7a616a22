import { Fragment } from 'react'
import type { SentMail } from '#shared/desk/mail-answers.ts'
import { describeMail } from '#shared/desk/mail-words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Address } from './address.tsx'
import { Block } from './block.tsx'
import { RoomLink } from './room-link.tsx'
import { Rows } from './rows.tsx'
import { Tag } from './tag.tsx'
import { When } from './when.tsx'

export function Mails({ mails }: { mails: readonly SentMail[] }) {
  return (
    <Block title="Mails">
      <Rows
        none="None yet. What the shop writes about it stands here."
        label="Mails"
        columns={{ Mail: 'main', When: 'date', To: true, State: 'state' }}
        rows={mails
          .toReversed()
          .map(({ id, kind, carries, status, recipient, createdAt, sentAt, lastError }) => ({
            key: id,
            cells: [
              <RoomLink key="mail" act="mails" href={deskRoutes.mail(id)}>
                {describeMail(kind, carries)}
              </RoomLink>,
              <When key="at" at={sentAt ?? createdAt} />,
              <Address key="to">{recipient}</Address>,
              <Fragment key="state">
                <Tag state={status} />
                {status !== 'sent' && lastError && <small className="Why">{lastError}</small>}
              </Fragment>,
            ],
          }))}
      />
    </Block>
  )
}
