import { accountKey } from '#shared/desk/account-key.ts'
import { plural } from '#shared/desk/count-words.ts'
import type { StatementList } from '#shared/desk/statement-answers.ts'
import { listAccounts } from '../desk/statement/accounts.ts'
import { accountsApi } from '../desk/statement/api.ts'
import { readArguments, UsageError } from '../runtime/arguments.ts'
import type { Db } from '../runtime/db/database.ts'
import { type Command, flag, print } from './command.ts'
import { commandsOf, perform, type Subject } from './from-endpoints.ts'
import { withShop } from './open.ts'

type Account = StatementList['accounts'][number]

const subject: Subject<Account> = {
  word: 'ACCOUNT',
  find: ({ database }, name) => findAccount(database.db, name),
  toJson: (account) => account,
  toText,
}

export const accounts = {
  list: {
    usage: 'accounts list [--json]',
    summary: 'Lists the bank accounts that statements are of.',
    async run(args) {
      const { values } = readArguments(args, { json: flag })
      return withShop(async ({ database }) => {
        const { accounts } = await listAccounts(database.db)
        const lines = accounts.map(toText).join('\n') || 'No accounts.'
        return print(values.json, accounts, lines)
      })
    },
  },
  ...commandsOf(accountsApi, subject),
  remove: {
    usage: 'accounts remove ACCOUNT [--json]',
    summary: 'Removes a bank account without statements.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 1)
      return withShop(async (shop) => {
        const { id, name } = await findAccount(shop.database.db, positionals[0])
        await perform(shop, accountsApi, { path: '/api/desk/accounts/:id/remove', id })
        return print(values.json, { id, removed: true }, `${name} is removed.`)
      })
    },
  },
} satisfies Record<string, Command>

async function findAccount(db: Db, name: string | undefined): Promise<Account> {
  if (!name) throw new UsageError('Which account? npm run admin -- accounts list')
  const { accounts } = await listAccounts(db)
  const found = accounts.find((each) => each.id === name || accountKey(each.name) === accountKey(name))
  if (!found) throw new Error(`There is no account ${name}.`)
  return found
}

function toText({ name, statements }: Account): string {
  return `${name}  ${plural(statements, 'statement')}`
}
