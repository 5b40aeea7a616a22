import type { ComponentProps } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import { describeAct, describeWho } from '#shared/desk/audit-words.ts'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import type { IconName } from '../../site/ui/icon.tsx'
import { Notice as SiteNotice } from '../../site/ui/notice.tsx'
import { useFrame } from '../frame/use-frame.ts'
import { useWhen } from './when.tsx'

type Props = Omit<ComponentProps<'div'>, 'title'> & { title: string; isError?: boolean; icon?: IconName }

export function Notice({ title, isError, icon = isError ? 'alert' : 'info', children, ...rest }: Props) {
  return (
    <SiteNotice icon={icon} className={isError ? 'Notice--error' : ''} {...rest}>
      <strong>{title}</strong>
      {children}
    </SiteNotice>
  )
}

/** What became of a form: that it's done, or why not. @param done sentences by act */
export function Outcome({ done }: { done: Readonly<Record<string, string>> }) {
  return (
    <>
      <Done sentences={done} />
      <Refused />
    </>
  )
}

/** The address leads here after an act and names it, so it comes first. @param sentences by act */
export function Done({ sentences }: { sentences: Readonly<Record<string, string>> }) {
  const act = useSearchParams()[0].get('done') ?? ''
  if (!Object.hasOwn(sentences, act)) return null
  return <Notice title={sentences[act] ?? ''} icon="check" id="done" role="status" tabIndex={-1} />
}

/** Shows the refused form's error, and who was quicker. */
export function Refused() {
  const refusal = useActionData() as DeskRefusal | undefined
  const { minute } = useWhen()
  const { email } = useFrame()
  if (!refusal || refusal.code === 'confirmation_required') return null
  const { code, changed, detail } = refusal
  const words = knownWords[code]
  const isOwn = changed?.who === email
  const quicker = isOwn ? 'You changed it meanwhile.' : `${describeWho(changed?.who ?? null)} was quicker.`
  return (
    <Notice
      title={changed ? quicker : (words?.title ?? detail)}
      isError
      role="alert"
      data-refused
      tabIndex={-1}
    >
      {changed?.at && changed.act
        ? `${isOwn ? 'This press did nothing' : 'Nothing of yours was done'}. ${minute(changed.at)}: ${describeAct(changed.act)}. Below is how it is now.`
        : (words?.text ?? 'Nothing was done.')}
    </Notice>
  )
}

/** The API's own words are for programs. */
const knownWords: Record<string, { title?: string; text: string }> = {
  in_progress: { text: 'Open the page again in a moment.' },
  idempotency_key_reused: {
    title: 'This form was sent before, with something else in it.',
    text: 'What was sent first counts. To do this as well, send it once more.',
  },
}
