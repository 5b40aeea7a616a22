import { sql } from 'kysely'
import { accountKey } from '#shared/desk/account-key.ts'
import type { StatementList } from '#shared/desk/statement-answers.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import { inChunks } from '../../runtime/db/in-chunks.ts'
import type { BankAccountRow } from '../../runtime/db/rows/statements.ts'
import { isId, newId } from '../../runtime/ids.ts'
import type { Acting, Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { invalidField } from '../../web/http/parse.ts'

/** Without either name, the file's own account number decides, or else the last CSV's account. */
export type ChosenAccount = {
  /** Name of a known account in any spelling, or of the first account. */
  account?: string | null | undefined
  /** Creates an account of this name unless there is one already. */
  newAccount?: string | null | undefined
  /** Account number in the file that now belongs to the chosen account, even if it belonged to another. */
  number?: string | null | undefined
}

type Account = Pick<BankAccountRow, 'id' | 'name'>

/** Accounts by the key of their number; the key is empty for lines without a number. */
export type Owners = Map<string, Account>

const named = (db: Db) => db.selectFrom('bank_accounts').select(['bank_accounts.id', 'name'])

/** Without any account `account` can't be mistyped, so it names a new one. */
export async function nameFirst<Chosen extends ChosenAccount>(db: Db, chosen: Chosen): Promise<Chosen> {
  const { account } = chosen
  if (!account || (await named(db).limit(1).executeTakeFirst())) return chosen
  return { ...chosen, account: null, newAccount: account }
}

/** @throws AppError 422 `account_unknown` */
async function findAccount(db: Db, name: string): Promise<Account> {
  const account = await named(db).where('key', '=', accountKey(name)).executeTakeFirst()
  if (account) return account
  throw await askAccount(db, `There is no account ${name} yet.`, null)
}

/**
 * Finds the account whose remembered decisions apply to a CSV.
 * @throws AppError 422 `account_unknown` for an unknown name
 */
export async function knownAccount(db: Db, { account, newAccount }: ChosenAccount): Promise<Account | null> {
  if (account) return findAccount(db, account)
  if (!newAccount) return lastOfCsv(db)
  return (await named(db).where('key', '=', accountKey(newAccount)).executeTakeFirst()) ?? null
}

/** A CSV doesn’t name its account; uses the previous CSV's. */
async function lastOfCsv(db: Db): Promise<Account | null> {
  const last = await named(db)
    .innerJoin('statements', 'statements.account_id', 'bank_accounts.id')
    .where('statements.decisions', 'is not', null)
    .orderBy('statements.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? null
}

export function ownerOf(owners: Owners, number = ''): Account {
  const owner = owners.get(accountKey(number))
  if (!owner) throw new Error(`Nobody owns ${number}.`)
  return owner
}

/** @property last account of a file that names none */
export async function listAccounts(db: Db): Promise<Pick<StatementList, 'accounts' | 'last'>> {
  const accounts = await named(db)
    .leftJoin('statements', 'statements.account_id', 'bank_accounts.id')
    .select(sql<number>`cast(count(statements.id) as integer)`.as('statements'))
    .groupBy(['bank_accounts.id', 'name'])
    .orderBy('name')
    .execute()
  return { accounts, last: (await lastOfCsv(db))?.name ?? null }
}

/** @throws AppError 422 `account_unknown`, or if another account has this name */
export async function renameAccount(db: Db, id: string, name: string, acting: Acting): Promise<void> {
  const key = accountKey(name)
  if (key === '') throw nameless('/name')
  await db.transaction().execute(async (trx) => {
    const before = await accountById(trx, id)
    const other = await named(trx).where('key', '=', key).where('id', '!=', id).executeTakeFirst()
    if (other) throw invalidField('/name', `${other.name} is another account.`)
    await trx.updateTable('bank_accounts').set({ name, key }).where('id', '=', id).execute()
    const change = { before: { account: before.name }, after: { account: name } }
    await recordAudit(trx, { who: acting.who, act: 'account.renamed', subject: id, ...change }, acting)
  })
}

/** Refuses accounts with statements, because lines are deduplicated by account. @throws AppError 422 */
export async function removeAccount(db: Db, id: string, acting: Acting): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { name } = await accountById(trx, id)
    for (const table of ['bank_account_numbers', 'statement_decisions'] as const)
      await trx.deleteFrom(table).where('account_id', '=', id).execute()
    const isOf = (table: 'statements' | 'statement_lines') =>
      trx.selectFrom(table).select(sql`1`.as('one')).where('account_id', '=', id)
    const removed = await trx
      .deleteFrom('bank_accounts')
      .where('id', '=', id)
      .where(({ not, exists }) => not(exists(isOf('statements'))))
      .where(({ not, exists }) => not(exists(isOf('statement_lines'))))
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw new AppError(422, 'validation_failed', `${name} has statements, so it stays.`)
    await recordAudit(
      trx,
      { who: acting.who, act: 'account.removed', subject: id, before: { account: name } },
      acting,
    )
  })
}

async function accountById(db: Db, id: string): Promise<Account> {
  const account = isId(id) && (await named(db).where('id', '=', id).executeTakeFirst())
  if (account) return account
  throw await askAccount(db, 'There is no such account.', null)
}

const nameless = (pointer: string) => invalidField(pointer, 'A name has letters or digits.')

/**
 * Links a number in the file to the chosen account at first, and later finds the account by it.
 * @param numbers account numbers in the file, with an empty one if it has lines without a number
 * @throws AppError 422 `account_unknown` if the number is unknown, or belongs to another account
 */
export async function findOwners(
  db: Db,
  numbers: string[],
  chosen: ChosenAccount,
  moment: Moment,
): Promise<Owners> {
  const own = new Map(numbers.filter(Boolean).map((number) => [accountKey(number), number]))
  const known = await ownersOf(db, [...own.keys()])
  const said = chosen.account || chosen.newAccount || ''
  const link = said ? linkOf(own, known, chosen.number ?? '') : null
  const before = link && known.get(link.number)
  if (before && !link.isSaid && accountKey(before.name) !== accountKey(said))
    throw await askOwner(db, own.get(link.number) ?? '', before.name, said)
  // Keeps links although another question may follow. Doesn't create an account that gets no lines.
  const getsRest = numbers.includes('') && known.size === own.size
  const account = link || getsRest ? await takeChosen(db, chosen, moment) : null
  if (account && link) await linkNumber(db, own, link, account)
  const owners = await ownersOf(db, [...own.keys()])
  for (const [key, number] of own) {
    if (!owners.has(key)) throw await askAccount(db, `Which account has the number ${number}?`, number)
  }
  if (numbers.every(Boolean)) return owners
  const rest = account ?? (await lastOfCsv(db))
  if (!rest) throw await askAccount(db, 'Which account is the file of?', null)
  return owners.set('', rest)
}

async function takeChosen(
  db: Db,
  { account, newAccount: name }: ChosenAccount,
  { now, random }: Moment,
): Promise<Account | null> {
  if (account) return findAccount(db, account)
  if (!name) return null
  const key = accountKey(name)
  if (key === '') throw nameless('/newAccount')
  // Two concurrent uploads may name it.
  await db
    .insertInto('bank_accounts')
    .values({ id: newId('acc', { now, random }), name, key, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return findAccount(db, name)
}

/**
 * @property number key of the file's account number to link
 * @property isSaid whether to link it even if it was another account's
 */
type Link = { number: string; isSaid: boolean }

function linkOf(own: Map<string, string>, known: Owners, said: string): Link | null {
  if (own.has(accountKey(said))) return { number: accountKey(said), isSaid: true }
  const [number, another] = own.size === 1 ? own.keys() : [...own.keys()].filter((key) => !known.has(key))
  return number !== undefined && another === undefined ? { number, isSaid: false } : null
}

async function linkNumber(
  db: Db,
  own: Map<string, string>,
  { number, isSaid }: Link,
  { id, name }: Account,
): Promise<void> {
  await db
    .insertInto('bank_account_numbers')
    .values({ number, account_id: id })
    .onConflict((conflict) => {
      const known = conflict.column('number')
      return isSaid ? known.doUpdateSet({ account_id: id }) : known.doNothing()
    })
    .execute()
  const linked = (await ownersOf(db, [number])).get(number)
  if (linked && linked.id !== id) throw await askOwner(db, own.get(number) ?? '', linked.name, name)
}

function askOwner(db: Db, number: string, before: string, after: string): Promise<AppError> {
  return askAccount(db, `${number} has been the number of ${before}. Is it ${after}’s from now on?`, number)
}

async function ownersOf(db: Db, numbers: string[]): Promise<Owners> {
  const links = await inChunks(numbers, (some) =>
    named(db)
      .innerJoin('bank_account_numbers', 'account_id', 'bank_accounts.id')
      .select('number')
      .where('number', 'in', some)
      .execute(),
  )
  return new Map(links.map(({ number, ...account }) => [number, account]))
}

/** @param number account number in the file, to send back with the answer */
async function askAccount(db: Db, detail: string, number: string | null): Promise<AppError> {
  return new AppError(422, 'account_unknown', detail, {
    members: { number, accounts: (await listAccounts(db)).accounts.map(({ name }) => name) },
  })
}
