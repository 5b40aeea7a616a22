import type { StatementList } from '#shared/desk/statement-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { ActForm } from '../ui/act-form.tsx'
import { Block } from '../ui/block.tsx'
import { Rows } from '../ui/rows.tsx'

/** An account with statements can't be removed, because it keeps its lines from counting twice. */
export function Accounts({ accounts }: Pick<StatementList, 'accounts'>) {
  return (
    <Block title="Accounts">
      <Rows
        label="Accounts"
        columns={{ Account: 'main', Statements: 'num', Act: 'act' }}
        rows={accounts.map(({ id, name, statements }) => ({
          key: id,
          cells: [
            name,
            statements,
            <div key="acts">
              <Rename id={id} name={name} />
              {statements === 0 && (
                <form method="post" action={deskRoutes.accountAct(id, 'remove')}>
                  <Button quiet className="Button--small" aria-label={`Remove ${name}`}>
                    Remove
                  </Button>
                </form>
              )}
            </div>,
          ],
        }))}
      />
    </Block>
  )
}

function Rename({ id, name }: { id: string; name: string }) {
  return (
    <ActForm
      act="statement"
      action={deskRoutes.accountAct(id, 'rename')}
      title="Rename"
      description="Its numbers and lines stay its own."
      button="Rename the account"
    >
      {(form) => (
        <TextField
          label="New name"
          {...form.field('name', name)}
          maxLength={60}
          required
          autoComplete="off"
        />
      )}
    </ActForm>
  )
}
