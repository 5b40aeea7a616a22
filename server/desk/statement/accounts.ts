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

/** With neither name, the file's own number tells, or else it is of the last CSV's account. */
export type ChosenAccount = {
  /** The name of a known account, in any spelling, or of the first one. */
  account?: string | null | undefined
  /** Names an account once; a known one of this name is the same. */
  newAccount?: string | null | undefined
  /** The file's own number that is the chosen account's from now on, though it may have been another's. */
  number?: string | null | undefined
}

type Account = Pick<BankAccountRow, 'id' | 'name'>

/** By the key of their own number, which is empty for lines of a file that has none. */
export type Owners = Map<string, Account>

const named = (db: Db) => db.selectFrom('bank_accounts').select(['bank_accounts.id', 'name'])

/** While there is no account, none can be mistyped, so `account` names the first. */
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

/** Whose remembered decisions a CSV is read by. @throws AppError 422 `account_unknown` for a name that nobody gave yet */
export async function knownAccount(db: Db, { account, newAccount }: ChosenAccount): Promise<Account | null> {
  if (account) return findAccount(db, account)
  if (!newAccount) return lastOfCsv(db)
  return (await named(db).where('key', '=', accountKey(newAccount)).executeTakeFirst()) ?? null
}

/** A CSV doesn’t name its account, so the last one's is used. */
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

/** @property last the account of a file that names none */
export async function listAccounts(db: Db): Promise<Pick<StatementList, 'accounts' | 'last'>> {
  const accounts = await named(db)
    .leftJoin('statements', 'statements.account_id', 'bank_accounts.id')
    .select(sql<number>`cast(count(statements.id) as integer)`.as('statements'))
    .groupBy(['bank_accounts.id', 'name'])
    .orderBy('name')
    .execute()
  return { accounts, last: (await lastOfCsv(db))?.name ?? null }
}

/** @throws AppError 422 `account_unknown`, or for a name of another account */
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

/** Lines count once by their account, so one with statements stays. @throws AppError 422 `account_unknown`, or if it stays */
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
 * Links a number of the file to the chosen account the first time, and finds the account by it from then on.
 * @param numbers the file's own, and an empty one if it has lines of none
 * @throws AppError 422 `account_unknown` if nobody said whose a number is, or if it's another's
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
  // What was said stays while more is asked. An account that gets nothing of the file isn't made.
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
  // Two uploads may name it at once.
  await db
    .insertInto('bank_accounts')
    .values({ id: newId('acc', { now, random }), name, key, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return findAccount(db, name)
}

/** @property number the key of the file's own that becomes the chosen account's @property isSaid even if it was another's */
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

/** @param number of the file, to be sent with the answer */
async function askAccount(db: Db, detail: string, number: string | null): Promise<AppError> {
  return new AppError(422, 'account_unknown', detail, {
    members: { number, accounts: (await listAccounts(db)).accounts.map(({ name }) => name) },
  })
}
