import { anotherAccount } from '#shared/desk/account-key.ts'
import type { StatementRefusal } from '#shared/desk/form-answer.ts'
import type { StatementList } from '#shared/desk/statement-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { Select, TextField } from '../../site/ui/field.tsx'
import { FileField } from '../ui/file-field.tsx'

type Props = Pick<StatementList, 'accounts' | 'last'> & { refusal: StatementRefusal | null }

/** Uploads a file for an account. Asks only for the account if the file is kept. */
export function UploadForm({ accounts, last, refusal }: Props) {
  const asks = refusal?.asks ?? null
  const { account = '', newAccount = '' } = refusal?.values ?? {}
  return (
    <form
      className="Upload Stack Stack--near"
      method="post"
      encType="multipart/form-data"
      action={deskRoutes.statement}
    >
      {asks && (
        <div className="Block-head">
          <h2>Which account is it?</h2>
          <p>{refusal?.detail}</p>
        </div>
      )}
      <FileField
        upload={refusal?.upload}
        label="Choose a statement, or drop it here"
        hint="CSV, OFX or CAMT.053. The same file twice does no harm."
      />
      {asks?.number && <input type="hidden" name="number" value={asks.number} />}
      {accounts.length === 0 ? (
        <input type="hidden" name="account" value={anotherAccount} />
      ) : (
        <Select label="Account" name="account" defaultValue={account} required={asks !== null}>
          <option value="">
            {asks ? 'Choose' : last ? `${last}, or as the file says` : 'As the file says'}
          </option>
          {accounts.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
          <option value={anotherAccount}>Another account</option>
        </Select>
      )}
      <div className="Upload-name">
        <TextField
          label="Name of the account"
          hint="Given once. Its CSV, OFX and CAMT.053 files count each line once."
          name="newAccount"
          maxLength={60}
          defaultValue={newAccount}
          required={accounts.length === 0}
          autoComplete="off"
        />
      </div>
      <div className="ActForm-go">
        <Button>Read the statement</Button>
      </div>
    </form>
  )
}
