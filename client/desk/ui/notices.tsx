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

/**
 * The outcome of a form: done, or refused.
 * @param done sentences by act
 */
export function Outcome({ done }: { done: Readonly<Record<string, string>> }) {
  return (
    <>
      <Done sentences={done} />
      <Refused />
    </>
  )
}

/**
 * After an act the address names it and links to this notice, so it comes first.
 * @param sentences by act
 */
export function Done({ sentences }: { sentences: Readonly<Record<string, string>> }) {
  const act = useSearchParams()[0].get('done') ?? ''
  if (!Object.hasOwn(sentences, act)) return null
  return <Notice title={sentences[act] ?? ''} icon="check" id="done" role="status" tabIndex={-1} />
}

/** Shows why the form was refused, and who changed the object before. */
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

/** Words for people, because the API's own are for programs. */
const knownWords: Record<string, { title?: string; text: string }> = {
  in_progress: { text: 'Open the page again in a moment.' },
  idempotency_key_reused: {
    title: 'This form was sent before, with something else in it.',
    text: 'What was sent first counts. To do this as well, send it once more.',
  },
}
