import type { Request, RequestHandler, Response } from 'express'
import { type DeskAct, rolesOf } from '#shared/desk/roles.ts'
import { mayAct, type Rights } from '#shared/desk/scopes.ts'
import type { Clock, Data, Seller } from '../context.ts'
import { sessionToken } from '../people/sign-in/session-cookie.ts'
import { deskPurpose } from '../people/sign-in/session-lifetimes.ts'
import { findSession } from '../people/sign-in/sessions.ts'
import { commandLine } from '../runtime/audit.ts'
import { AppError, nothingHere } from '../web/http/errors.ts'
import { isRead } from '../web/http/is-read.ts'
import { findMember, type Member } from './sign-in/members.ts'
import { findToken, signInRequired } from './sign-in/tokens.ts'

/** @property isProgram whether an access token was sent instead of a session */
export type Staff = Member & Rights & { isProgram: boolean }

/** Whoever can run commands can read the database, and so has every right. */
export const operator: Staff = { email: commandLine, role: 'owner', scopes: null, isProgram: false }

type Parts = Data & Clock & Seller

/** Answers 404 if the site has no staff. */
export function requireDesk({ library }: Pick<Parts, 'library'>): RequestHandler {
  return (_req, _res, next) => {
    if (library.typed.site.staff.length > 0) return next()
    throw nothingHere()
  }
}

/** Handlers get the person from `staffOf`. */
export function allow(ctx: Parts, act: DeskAct): RequestHandler {
  return async (req, res, next) => {
    const staff = await requireStaff(ctx, req)
    requireRight(staff, act, { isReading: isRead(req) })
    res.locals.staff = staff
    next()
  }
}

export function staffOf(res: Response): Staff {
  return res.locals.staff as Staff
}

/** @throws AppError 401 `sign_in_required` */
export async function requireStaff(ctx: Parts, req: Pick<Request, 'headers'>): Promise<Staff> {
  const staff = await findStaff(ctx, req.headers)
  if (staff) return staff
  throw signInRequired('Sign in by a link that we mail you.')
}

/** Accepts a session or token only while its owner belongs to the staff. */
export async function findStaff(
  { config, database: { db }, clock, library }: Parts,
  headers: Pick<Request['headers'], 'authorization' | 'cookie'>,
): Promise<Staff | null> {
  const { authorization } = headers
  const isProgram = authorization !== undefined
  const found = isProgram ? await findToken(db, authorization, clock()) : await findOpenSession()
  const member = found && (await findMember(db, library.typed.site, found.email))
  return member && { ...member, scopes: found.scopes, isProgram }

  async function findOpenSession() {
    const token = sessionToken(headers, config, deskPurpose)
    const session = token ? await findSession(db, token, deskPurpose, clock()) : null
    return session && { email: session.email, scopes: null }
  }
}

/** @throws AppError 403 `role_forbidden` */
export function requireRight(staff: Staff, act: DeskAct, how: { isReading: boolean }): void {
  if (mayAct(staff, act, how)) return
  const { role, scopes } = staff
  const why = scopes ? `this token is for ${scopes.join(', ')} alone` : `you’re signed in as ${role}`
  throw new AppError(403, 'role_forbidden', `This isn’t on your desk: ${why}.`, {
    members: { act, role, roles: rolesOf[act] },
  })
}
