import { useState } from 'react'
import { useAppState } from '../../site/framework/app-state.tsx'
import { useHydrated } from '../../site/framework/use-hydrated.ts'
import { TextField } from '../../site/ui/field.tsx'

const allowed = '8 to 128 letters, digits and . _ : -'

export function MachineCodeField() {
  const { site } = useAppState()
  const [error, setError] = useState('')
  const hydrated = useHydrated()
  return (
    <TextField
      className="Field-input--key Field-input--code"
      label="Machine code"
      hint={`In ${site.product}: Help, then Licence.`}
      error={error || undefined}
      name="machineId"
      // Without script the server reads what was pasted.
      pattern={hydrated ? '[A-Za-z0-9._:\\-]{8,128}' : undefined}
      title={allowed}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      required
      onInput={() => setError('')}
      onInvalid={() => setError(`The machine code is ${allowed}. Copy it from the application.`)}
    />
  )
}
