import { type FormEvent, useState } from 'react'
import { readMachineCode } from '#shared/licensing/machine-code.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { useHydrated } from '../../site/framework/use-hydrated.ts'
import { Button } from '../../site/ui/button.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { OfflineNote } from '../../site/ui/offline-note.tsx'
import { LicenceKeyField } from './licence-key-field.tsx'

type Props = {
  busy: boolean
  /** The values of a form refused without script. */
  typed: { licenceKey: string; machineId: string } | null
  refusedKey: string
  onActivate(licenceKey: string, machineId: string): void
  onLookUp(licenceKey: string): void
}

/** Also posts without script. */
export function ActivationForm({ busy, typed, refusedKey, onActivate, onLookUp }: Props) {
  const [isCodeWrong, setCodeWrong] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    const isLookUp = submitter?.getAttribute('value') === 'look-up'
    const code = form.elements.namedItem('machineId') as HTMLInputElement
    code.value = readMachineCode(code.value)
    // A look-up needs only the key.
    if (isLookUp) setCodeWrong(false)
    if (busy || !navigator.onLine || !isComplete(form, isLookUp)) return
    const data = new FormData(form)
    const licenceKey = String(data.get('licenceKey'))
    if (isLookUp) onLookUp(licenceKey)
    else onActivate(licenceKey, String(data.get('machineId')))
  }

  return (
    <form
      className="Sheet Form"
      method="post"
      action={routes.activation}
      aria-labelledby="with-a-connection"
      // With script, the fields show their own messages.
      ref={(form) => form?.setAttribute('novalidate', '')}
      onSubmit={submit}
    >
      <h2 className="Sheet-title" id="with-a-connection">
        With a connection
      </h2>
      <LicenceKeyField sent={typed?.licenceKey} refused={refusedKey} />
      <MachineCodeField sent={typed?.machineId} isWrong={isCodeWrong} setWrong={setCodeWrong} />
      <div className="Form-actions">
        <Button name="intent" value="activate" busy={busy}>
          Activate this machine
        </Button>
        <button className="TextLink" type="submit" name="intent" value="look-up" formNoValidate>
          Only look up the key
        </button>
      </div>
      <p className="Field-hint">
        Lost your key? <PageLink to={routes.licences}>Your licences</PageLink> shows it. We email a link to
        the address you ordered with.
      </p>
      <OfflineNote />
    </form>
  )
}

/** Reports missing fields, and focuses the first one. */
function isComplete(form: HTMLFormElement, isLookUp: boolean): boolean {
  const fields = form.querySelectorAll<HTMLInputElement>(isLookUp ? '[name=licenceKey]' : 'input')
  const invalid = Array.from(fields).filter((field) => !field.checkValidity())
  invalid[0]?.focus()
  return invalid.length === 0
}

const allowed = '8 to 128 letters, digits and . _ : -'

type MachineCodeProps = { sent: string | undefined; isWrong: boolean; setWrong(isWrong: boolean): void }

function MachineCodeField({ sent, isWrong, setWrong }: MachineCodeProps) {
  const { site } = useAppState()
  const hydrated = useHydrated()
  return (
    <TextField
      className="Field-input--key Field-input--code"
      label="Machine code"
      hint={`In ${site.product}: Help, then Licence.`}
      error={isWrong ? `The machine code is ${allowed}. Copy it from the application.` : undefined}
      name="machineId"
      defaultValue={sent}
      // Without script the server tidies the pasted text.
      pattern={hydrated ? '[A-Za-z0-9._:\\-]{8,128}' : undefined}
      title={allowed}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      required
      onInput={() => setWrong(false)}
      onInvalid={() => setWrong(true)}
    />
  )
}
