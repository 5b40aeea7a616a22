import type { Request, RequestHandler, Response } from 'express'
import { type DeskAct, type DeskRole, mayDo, rolesOf } from '#shared/desk/roles.ts'
import { foldEmail } from '#shared/email.ts'
import type { Site } from '#shared/site.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../http/errors.ts'
import { deskPurpose } from '../sign-in/lifetimes.ts'
import { sessionToken } from '../sign-in/session-cookie.ts'
import { findSession } from '../sign-in/sessions.ts'
import { findTokenEmail } from './sign-in/tokens.ts'

export type Member = { /** Folded. */ email: string; role: DeskRole }

/** @property isProgram whether a token was sent, not a session */
export type Staff = Member & { isProgram: boolean }

type Parts = Pick<AppContext, 'config' | 'database' | 'clock' | 'library'>

/** Without staff the desk doesn't exist. */
export function requireDesk({ library }: Pick<Parts, 'library'>): RequestHandler {
  return (_req, _res, next) => {
    if (library.typed.site.staff.length > 0) return next()
    throw new AppError(404, 'not_found', 'There is nothing at this address.')
  }
}

/** Handlers find the person by `staffOf`. */
export function allow(ctx: Parts, act: DeskAct): RequestHandler {
  return async (req, res, next) => {
    const staff = await requireStaff(ctx, req)
    requireRole(staff, act)
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
  throw new AppError(401, 'sign_in_required', 'Sign in by a link that we mail you.')
}

/** Accepts a session or token only while `site.yml` lists its owner. */
export async function findStaff(
  { config, database: { db }, clock, library }: Parts,
  headers: Pick<Request['headers'], 'authorization' | 'cookie'>,
): Promise<Staff | null> {
  const { authorization } = headers
  const isProgram = authorization !== undefined
  const email = isProgram ? await findTokenEmail(db, authorization, clock()) : await sessionEmail()
  const member = email === null ? null : staffMember(library.typed.site, email)
  return member && { ...member, isProgram }

  async function sessionEmail(): Promise<string | null> {
    const token = sessionToken(headers, config, deskPurpose)
    const session = token && (await findSession(db, token, deskPurpose, clock()))
    return session ? session.email : null
  }
}

/** @param email folded */
export function staffMember({ staff }: Pick<Site, 'staff'>, email: string): Member | null {
  const found = staff.find((each) => foldEmail(each.email) === email)
  return found ? { email, role: found.role } : null
}

/** @throws AppError 403 `role_forbidden` */
function requireRole({ role }: Staff, act: DeskAct): void {
  if (mayDo(role, act)) return
  throw new AppError(403, 'role_forbidden', `This isn’t on your desk: you’re signed in as ${role}.`, {
    members: { act, role, roles: rolesOf[act] },
  })
}
