import { accountKey } from '#shared/desk/account-key.ts'
import type { Db } from '../../runtime/db/database.ts'
import { inChunks } from '../../runtime/db/in-chunks.ts'
import type { BankAccountRow } from '../../runtime/db/rows/statements.ts'
import { newId } from '../../runtime/ids.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { invalid } from '../../web/http/parse.ts'

/** With neither name, the file's own number tells, or else it is of the last CSV's account. */
export type ChosenAccount = {
  /** The name of a known account, in any spelling. */
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
export async function listAccounts(db: Db): Promise<{ accounts: string[]; last: string | null }> {
  const accounts = await named(db).orderBy('name').execute()
  return { accounts: accounts.map(({ name }) => name), last: (await lastOfCsv(db))?.name ?? null }
}

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
  // What was said stays, while more is asked.
  const account = await takeChosen(db, chosen, moment)
  if (account) await linkNumber(db, own, chosen.number ?? '', account)
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
  if (key === '')
    throw invalid([{ pointer: '/newAccount', code: 'custom', detail: 'A name has letters or digits.' }])
  // Two uploads may name it at once.
  await db
    .insertInto('bank_accounts')
    .values({ id: newId('acc', random), name, key, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return findAccount(db, name)
}

async function linkNumber(
  db: Db,
  own: Map<string, string>,
  said: string,
  { id, name }: Account,
): Promise<void> {
  const owners = await ownersOf(db, [...own.keys()])
  const isSaid = own.has(accountKey(said))
  const open = own.size === 1 ? [...own.keys()] : [...own.keys()].filter((key) => !owners.has(key))
  const number = isSaid ? accountKey(said) : open.length === 1 ? open[0] : undefined
  if (number === undefined) return
  await db
    .insertInto('bank_account_numbers')
    .values({ number, account_id: id })
    .onConflict((conflict) => {
      const known = conflict.column('number')
      return isSaid ? known.doUpdateSet({ account_id: id }) : known.doNothing()
    })
    .execute()
  const linked = (await ownersOf(db, [number])).get(number)
  if (linked?.id === id) return
  const detail = `${own.get(number)} has been the number of ${linked?.name}. Is it ${name}’s from now on?`
  throw await askAccount(db, detail, own.get(number) ?? null)
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
    members: { number, accounts: (await listAccounts(db)).accounts },
  })
}
