import { Router } from 'express'
import type { Me, OpenSession, Token } from '#shared/desk/answers.ts'
import { endAccessQuerySchema } from '#shared/desk/requests.ts'
import { mayRead } from '#shared/desk/scopes.ts'
import type { AppContext } from '../../context.ts'
import { AppError, methodNotAllowed } from '../../http/errors.ts'
import { momentOf } from '../../moment.ts'
import { deskPurpose } from '../../sign-in/lifetimes.ts'
import { clearSessionCookie, sessionToken } from '../../sign-in/session-cookie.ts'
import { endSession } from '../../sign-in/sessions.ts'
import { hashToken } from '../../sign-in/token.ts'
import { type Acting, actOnce } from '../act-once.ts'
import { requireConfirmation } from '../confirm.ts'
import { readRecentlyOwed } from '../overview/owed.ts'
import { readWaiting } from '../overview/waiting.ts'
import { parseQuery } from '../query.ts'
import { allow, type Staff, staffOf } from '../staff.ts'
import { askForDeskLink } from './ask-for-link.ts'
import { endSessionById, listSessions, sessionId } from './sessions.ts'
import { listTokens, revokeToken } from './tokens.ts'

export function createRouter(ctx: AppContext): Router {
  const { config, clock } = ctx
  const { db } = ctx.database
  const router = Router()
  router.post('/link', async (req, res) => {
    await askForDeskLink(ctx, req, res)
    res.status(202).json({})
  })
  router.post('/sign-out', async (req, res) => {
    const token = sessionToken(req.headers, config, deskPurpose)
    if (token) await endSession(db, token, deskPurpose, momentOf(ctx))
    clearSessionCookie(res, config, deskPurpose)
    res.status(204).end()
  })
  router.get('/me', allow(ctx, 'sessions.own'), async (_req, res) => {
    const rights = staffOf(res)
    const { email, role } = rights
    const owed = mayRead(rights, 'overview.sums') ? readRecentlyOwed(ctx) : null
    const { things, messages, mails } = await readWaiting(ctx, rights, owed)
    const waiting = { things, messages: messages.unanswered, mails: mails.dead }
    const { staff } = ctx.library.typed.site
    const owners = staff.filter((each) => each.role === 'owner').map((owner) => owner.email)
    res.json({ email, role, owners, waiting } satisfies Me)
  })
  router.get('/sessions', allow(ctx, 'sessions.own'), async (req, res) => {
    const token = sessionToken(req.headers, config, deskPurpose)
    const own = token && sessionId(hashToken(token))
    const sessions = await listSessions(db, reach(staffOf(res)), clock())
    res.json({
      sessions: sessions.map((session): OpenSession => ({ ...session, isThis: session.id === own })),
    })
  })
  ends('/sessions/:id', {
    list: (email) => listSessions(db, email, clock()),
    end: async (which) => (await endSessionById(db, which, momentOf(ctx))) || absent('session'),
  })
  router.get('/tokens', allow(ctx, 'sessions.own'), async (_req, res) => {
    res.json({ tokens: await listTokens(db, reach(staffOf(res)), clock()) } satisfies { tokens: Token[] })
  })
  ends('/tokens/:id', {
    list: (email) => listTokens(db, email, clock()),
    end: async (which) =>
      (isId(which.id) && (await revokeToken(db, which, momentOf(ctx)))) || absent('token'),
  })
  router.all(['/link', '/sign-out'], methodNotAllowed('POST'))
  router.all(['/me', '/sessions', '/tokens'], methodNotAllowed('GET', 'HEAD'))
  router.all(['/sessions/:id', '/tokens/:id'], methodNotAllowed('DELETE'))
  return router

  /** Ends a session or token, of somebody else only with a confirmation. */
  function ends(path: string, { list, end }: Ending): void {
    const once = actOnce(ctx, 'sessions.own', {
      status: 204,
      read: (req) => parseQuery(endAccessQuerySchema, req),
      async run(req, { confirm }, { who, bind, ...staff }) {
        const which = { id: String(req.params.id), email: reach(staff), who, bind }
        confirmOthers({ ...which, confirm }, await list(which.email))
        await end(which)
      },
      answer: async () => null,
    })
    router.delete(path, ...once)
  }
}

type Ending = {
  /** @param email null for everybody's */
  list(email: string | null): Promise<readonly { id: string; email: string }[]>
  /** @throws AppError 404 `session_not_found` */
  end(which: Pick<Acting, 'who' | 'bind'> & { id: string; email: string | null }): Promise<unknown>
}

/** An owner sees and ends everyone's sessions and tokens, others their own. Null means everyone's. */
function reach(staff: Pick<Staff, 'email' | 'role' | 'scopes'>): string | null {
  return mayRead(staff, 'sessions.others') ? null : staff.email
}

/** Ending the access of somebody else is final. @throws AppError 422 `confirmation_required` */
function confirmOthers(
  { id, who, confirm }: { id: string; who: string; confirm: string | undefined },
  all: readonly { id: string; email: string }[],
): void {
  const found = all.find((each) => each.id === id)
  if (found && found.email !== who) requireConfirmation(found.email, confirm, found)
}

function absent(what: 'session' | 'token'): never {
  throw new AppError(404, 'session_not_found', `There is no such ${what}.`)
}

/** PostgreSQL rejects text that contains NUL. */
function isId(text: string): boolean {
  return /^\w{1,64}$/.test(text)
}
