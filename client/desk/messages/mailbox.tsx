import { useSearchParams } from 'react-router'
import { countInWords } from '#shared/desk/count-words.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { capitalised } from '#shared/text/words.ts'
import { useFrame } from '../frame/use-frame.ts'
import { DeskPage } from '../ui/desk-page.tsx'
import { CsvLink, linksTo } from '../ui/list-filter.tsx'
import { Outcome } from '../ui/notices.tsx'
import { Segments } from '../ui/segments.tsx'
import { Inbox, placeIn } from './inbox.tsx'
import { Letter, messageDone } from './letter.tsx'
import type { Loaded } from './load-messages.ts'

const boxes = [
  ['unanswered', 'Unanswered'],
  ['mine', 'Yours'],
  ['answered', 'Answered'],
  ['quarantined', 'Held as spam'],
] as const

type Props = Loaded & {
  /** On a phone, whether to show the message or the list. */
  isMessage?: boolean
}

/** The list next to a message. */
export function Mailbox({ list, message, box, help, isMessage = false }: Props) {
  const { waiting } = useFrame()
  const inBox = new URLSearchParams({ ...placeIn(useSearchParams()[0]), state: box })
  const reference = isMessage && message ? `Message ${message.reference}` : 'Messages'
  return (
    <DeskPage
      title={reference}
      {...(isMessage && { past: { label: 'Messages', href: deskRoutes.messages } })}
      lead={`${waitFor(waiting.messages)} What they write back comes to the shop’s mailbox.`}
      side={
        <>
          <Segments label="Box" links={linksTo(deskRoutes.messages, inBox, 'state', boxes)} />
          <CsvLink address={deskApiRoutes.messagesCsv} query={inBox} noun="messages" />
        </>
      }
      paper={`Paper--two Paper--inbox ${isMessage ? 'is-message' : 'is-box'}`}
    >
      <Inbox list={list} open={message?.id} box={box} />
      <article className="Letter Stack Stack--near">
        <Outcome done={messageDone} />
        {message && <Letter message={message} help={help} />}
      </article>
    </DeskPage>
  )
}

function waitFor(count: number): string {
  if (count === 0) return 'None waits for an answer.'
  return count === 1 ? 'One waits for an answer.' : `${capitalised(countInWords(count))} wait for an answer.`
}
