import { apiRoutes } from '#shared/routes.ts'
import { useAppState } from '../../app-state.tsx'
import { holdWhileOffline, OfflineNote } from '../../framework/offline-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Honeypot } from '../../ui/honeypot.tsx'

/** Posts by itself where there is no script. */
export function ContactForm() {
  const { site, config } = useAppState()
  return (
    <form
      className="Form"
      method="post"
      action={config.apiBaseUrl + apiRoutes.contact}
      onSubmit={holdWhileOffline}
    >
      <div className="Form-row Form-row--2">
        <TextField label="Your name" name="name" autoComplete="name" maxLength={100} required />
        <TextField label="Email" name="email" type="email" autoComplete="email" maxLength={254} required />
      </div>
      <Select label="What’s it about?" name="topic" defaultValue="support">
        <option value="support">{`Using ${site.product}`}</option>
        <option value="licensing">A licence or an order</option>
        <option value="sales">Buying for an organisation</option>
        <option value="press">Press</option>
        <option value="other">Something else</option>
      </Select>
      <TextArea
        label="Message"
        hint="If something went wrong, tell us the version and what you did just before."
        name="message"
        rows={6}
        minLength={10}
        maxLength={5000}
        required
      />
      <Honeypot name="website" />
      <div className="Form-actions">
        <Button>Send message</Button>
      </div>
      <OfflineNote />
    </form>
  )
}
