import { apiRoutes } from '#shared/routes.ts'
import { useAppState } from '../../app-state.tsx'
import { holdWhileOffline, OfflineNote } from '../../framework/offline-form.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

const machineCode = '[A-Za-z0-9._:\\-]{8,128}'

export function ActivationForm() {
  const { site, config } = useAppState()
  return (
    <form
      className="Sheet Form"
      method="post"
      action={config.apiBaseUrl + apiRoutes.activation}
      onSubmit={holdWhileOffline}
    >
      <h2 className="Sheet-title">With a connection</h2>
      <TextField
        className="Field-input--key"
        label="Licence key"
        hint={`In your order email. It starts with ${site.licenceKeyPrefix}.`}
        name="licenceKey"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <TextField
        className="Field-input--key"
        label="Machine code"
        hint={`In ${site.product}: Help, then Licence.`}
        name="machineId"
        pattern={machineCode}
        title="8 to 128 letters, digits and . _ : -"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
      />
      <div className="Form-actions">
        <Button name="intent" value="activate">
          Activate this machine
        </Button>
        <button className="TextLink" type="submit" name="intent" value="look-up" formNoValidate>
          Only look up the key
        </button>
      </div>
      <OfflineNote />
    </form>
  )
}
