import { useActionData, useSearchParams } from 'react-router'
import { routes } from '#shared/routes/routes.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { ButtonLink } from '../../site/ui/button-link.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { Gate } from '../licences/gate.tsx'
import '../../site/styles/page.css'
import '../../site/styles/your-licences.css'

type Step = keyof typeof gates

/** @property step null if the link no longer works */
type Answer = { step: `move.${Step}` | null }

const gates = {
  accept: {
    title: 'Take the licence over?',
    lead: 'You’ve been offered a licence. The side that offers it confirms after you.',
    button: 'Accept the licence',
    note: 'It comes with a new key, unless the mail says that the key stays. If you don’t know who offers it, close this page. Nothing moves then.',
  },
  confirm: {
    title: 'Move it now?',
    lead: 'The new address has accepted. With this press the licence is theirs.',
    button: 'Confirm the move',
    note: 'It gets a new key, and yours can do nothing any more, unless the mail says that the key stays. For 7 days a link in your mail takes it back.',
  },
  undo: {
    title: 'Take the move back?',
    lead: 'With this press the licence is yours again.',
    button: 'Take it back',
    note: 'It gets a new key, by mail to you. The one that the other side has can do nothing any more.',
  },
} as const

const done = {
  accept: ['You’ve accepted.', 'The other side now gets a link to confirm. Then both of you are told.'],
  confirm: ['It’s moved.', 'Both of you are told by mail. Yours has a link that takes it back, for 7 days.'],
  undo: ['It’s yours again.', 'Both of you are told by mail. Yours has its new key.'],
} as const

export function Component() {
  const [query] = useSearchParams()
  const answer = useActionData() as Answer | undefined
  if (answer) return <Done step={answer.step} />
  const named = query.get('step') as Step
  const gate = Object.hasOwn(gates, named) ? gates[named] : gates.accept
  return (
    <>
      <Seo title="Move a licence" cardTitle="Your licences" index={false} />
      <Gate {...gate} action={routes.licencesMove} token={query.get('token') ?? ''} />
    </>
  )
}

function Done({ step }: Answer) {
  const [title, lead] = step
    ? done[step.replace('move.', '') as Step]
    : ['This link is spent.', 'It worked once already, or it’s too old, or the move was taken back.']
  return (
    <>
      <Seo title="Move a licence" cardTitle="Your licences" index={false} />
      <PageHeader past="Your licences" title={title ?? ''} lead={lead} />
      <Section>
        <ButtonLink to={routes.licences} quiet>
          Your licences
        </ButtonLink>
      </Section>
    </>
  )
}
