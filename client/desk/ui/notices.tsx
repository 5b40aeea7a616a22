import { useActionData, useSearchParams } from 'react-router'
import { describeAct, describeWho } from '#shared/desk/audit-words.ts'
import type { DeskRefusal } from '#shared/desk/form-answer.ts'
import { Icon } from '../../site/ui/icon.tsx'
import { useWhen } from './when.tsx'

/** The address leads here after an act and names it, so it comes first. @param sentences by act */
export function Done({ sentences }: { sentences: Readonly<Record<string, string>> }) {
  const act = useSearchParams()[0].get('done') ?? ''
  if (!Object.hasOwn(sentences, act)) return null
  return (
    <div className="Notice" id="done" role="status" tabIndex={-1}>
      <Icon name="check" />
      <div>
        <strong>{sentences[act]}</strong>
      </div>
    </div>
  )
}

/** Shows the refused form's error, and who was quicker. */
export function Refused() {
  const refusal = useActionData() as DeskRefusal | undefined
  const { minute } = useWhen()
  if (!refusal || refusal.code === 'confirmation_required') return null
  const { code, changed, detail } = refusal
  return (
    <div className="Notice Notice--error" role="alert" data-refused tabIndex={-1}>
      <Icon name="alert" />
      <div>
        <strong>{changed ? `${describeWho(changed.who ?? null)} was quicker.` : detail}</strong>
        {changed?.at && changed.act
          ? `Nothing of yours was done. ${minute(changed.at)}: ${describeAct(changed.act)}. Below is how it is now.`
          : code === 'in_progress'
            ? 'Open the page again in a moment.'
            : 'Nothing was done.'}
      </div>
    </div>
  )
}
