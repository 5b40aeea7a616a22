import { useId } from 'react'
import { accountKey } from '#shared/desk/account-key.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { TextField } from '../../site/ui/field.tsx'

type Props = {
  account: string
  /** The names of earlier statements. */
  accounts: string[]
}

/** Browsers accept dropped files on a file field, even without script. */
export function UploadForm({ account, accounts }: Props) {
  const listId = useId()
  return (
    <form className="Upload" method="post" encType="multipart/form-data" action={deskRoutes.statement}>
      <TextField
        label="Choose a statement, or drop it here"
        hint="CSV, OFX or CAMT.053. The same file twice does no harm."
        type="file"
        name="file"
        required
        className="DropField"
        data-filter
      />
      <TextField
        label="Account"
        note="as you call it"
        hint="For a file without an account number. Its columns are remembered once you book."
        name="account"
        maxLength={60}
        defaultValue={account}
        list={listId}
        autoComplete="off"
      />
      <datalist id={listId}>
        {[...new Map(accounts.map((each) => [accountKey(each), each])).values()].map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <div className="ActForm-go">
        <Button>Read the statement</Button>
      </div>
    </form>
  )
}
