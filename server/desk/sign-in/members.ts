import type { DeskMember } from '#shared/desk/answers.ts'
import { type AddedRole, type DeskRole, mayDo } from '#shared/desk/roles.ts'
import type { Site } from '#shared/seller/site.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { Data, Seller } from '../../context.ts'
import { unassignMessages } from '../../people/contact/message-acts.ts'
import { deskPurpose } from '../../people/sign-in/session-lifetimes.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { Moment } from '../../runtime/moment.ts'
import { AppError } from '../../web/http/errors.ts'
import { listSessions } from './sessions.ts'
import { listTokens } from './tokens.ts'

export type Member = {
  /** Folded. */
  email: string
  role: DeskRole
}

type Listed = Pick<Site, 'staff'>

/** Finds staff from `site.yml` or added at the desk. @param email folded */
export async function findMember(db: Db, site: Listed, email: string): Promise<Member | null> {
  const found = memberInSite(site, email)
  if (found) return found
  const added = await db
    .selectFrom('desk_members')
    .select(['email', 'role'])
    .where('email', '=', email)
    .executeTakeFirst()
  return added ?? null
}

/**
 * Locks an added member's row until the transaction ends, so that access granted in it can be ended.
 * @returns whether the address belongs to staff
 */
export async function admitMember(trx: Trx, site: Listed, email: string): Promise<boolean> {
  if (memberInSite(site, email)) return true
  const held = await trx
    .updateTable('desk_members')
    .set({ email })
    .where('email', '=', email)
    .returning('email')
    .executeTakeFirst()
  return held !== undefined
}

/** Staff in `site.yml` come first. */
export async function listStaff(db: Db, { staff }: Listed): Promise<Member[]> {
  const inSite = staff.map(({ email, role }) => ({ email: foldEmail(email), role }))
  const added = await db
    .selectFrom('desk_members')
    .select(['email', 'role'])
    .orderBy('added_at')
    .orderBy('email')
    .execute()
  return [...inSite, ...added.filter(({ email }) => !inSite.some((each) => each.email === email))]
}

/** Lists staff, those in `site.yml` first, and former staff with open sessions or tokens. */
export async function listMembers(db: Db, site: Listed, now: Date): Promise<DeskMember[]> {
  const staff = await listStaff(db, site)
  const added = await db.selectFrom('desk_members').selectAll().execute()
  const sessions = await listSessions(db, null, now)
  const tokens = await listTokens(db, null, now)
  const emails = [...staff, ...sessions, ...tokens].map(({ email }) => email)
  return [...new Set(emails)].map((email) => {
    const isOf = (each: { email: string }) => each.email === email
    const row = memberInSite(site, email) ? undefined : added.find(isOf)
    const open = sessions.filter(isOf)
    return {
      email,
      role: staff.find(isOf)?.role ?? null,
      addedBy: row?.added_by ?? null,
      addedAt: row?.added_at ?? null,
      seenAt: open[0]?.seenAt ?? null,
      sessions: open.length,
      tokens: tokens.filter(isOf).length,
    }
  })
}

/**
 * Adds a member or changes the role.
 * @param wanted its `email` is folded
 * @throws AppError 409 `member_in_site`
 */
export async function addMember(
  trx: Trx,
  { email, role, who, site }: { email: string; role: AddedRole; who: string; site: Listed },
  moment: Moment,
): Promise<void> {
  requireAdded(site, email)
  await admitMember(trx, site, email)
  const before = await findMember(trx, site, email)
  if (before?.role === role) return
  await trx
    .insertInto('desk_members')
    .values({ email, role, added_by: who, added_at: moment.now.toISOString() })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ role }))
    .execute()
  const act = before ? 'staff.role_set' : 'staff.added'
  const was = before ? { role: before.role } : {}
  if (!mayDo(role, 'messages')) await unassignMessages(trx, { email, who }, moment)
  await recordAudit(trx, { who, act, subject: email, before: was, after: { role } }, moment)
}

/**
 * Removes a member and ends links, sessions, tokens and assignments at once.
 * @throws AppError 409 `member_in_site`, 404 `member_not_found`
 */
export async function endMember(
  trx: Trx,
  { email, who, site }: { email: string; who: string; site: Listed },
  moment: Moment,
): Promise<void> {
  requireAdded(site, email)
  const at = moment.now.toISOString()
  // A sign-in locks its link before its member, so the same order here prevents a deadlock.
  await trx
    .updateTable('mail_links')
    .set({ spent_at: at })
    .where('email', '=', email)
    .where('purpose', '=', deskPurpose.name)
    .where('spent_at', 'is', null)
    .execute()
  // A concurrent sign-in holds this row until its session or token exists and can be ended.
  const member = await trx
    .deleteFrom('desk_members')
    .where('email', '=', email)
    .returning('role')
    .executeTakeFirst()
  const sessions = await listSessions(trx, email, moment.now)
  await trx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('email', '=', email)
    .where('purpose', '=', deskPurpose.name)
    .where('ended_at', 'is', null)
    .execute()
  const tokens = await trx
    .updateTable('desk_tokens')
    .set({ revoked_at: at })
    .where('email', '=', email)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  if (!member && sessions.length + tokens.length === 0) throw memberNotFound(email)
  await unassignMessages(trx, { email, who }, moment)
  const before = { role: member?.role, openSessions: sessions.length, tokens: tokens.length }
  await recordAudit(trx, { who, act: 'staff.ended', subject: email, before }, moment)
}

export function memberNotFound(email: string): AppError {
  return new AppError(404, 'member_not_found', `${email} isn’t among the staff.`)
}

/** Lets mails to the staff read the member when they are sent. */
export type MemberSource = { member(email: string): Promise<Member | null> }

export function createMemberSource({ database, library }: Data & Seller): MemberSource {
  return { member: (email) => findMember(database.db, library.typed.site, email) }
}

function memberInSite({ staff }: Listed, email: string): Member | null {
  const found = staff.find((each) => foldEmail(each.email) === email)
  return found ? { email, role: found.role } : null
}

/** @throws AppError 409 `member_in_site` */
export function requireAdded(site: Listed, email: string): void {
  if (!memberInSite(site, email)) return
  const detail = `${email} stands in content/site.yml. Change it there.`
  const errors = [{ pointer: '/email', code: 'member_in_site' as const, detail }]
  throw new AppError(409, 'member_in_site', detail, { errors })
}
