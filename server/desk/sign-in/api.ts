import { z } from 'zod'
import { minuteIn } from '#shared/calendar/calendar.ts'
import { deskMeSchema, memberSchema, openSessionSchema, tokenSchema } from '#shared/desk/answers.ts'
import { addMemberSchema, deskLinkSchema, endAccessQuerySchema } from '#shared/desk/requests/access.ts'
import { finalActSchema } from '#shared/desk/requests/acts.ts'
import { mayAct, mayRead } from '#shared/desk/scopes.ts'
import { deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { AppContext, ShopContext } from '../../context.ts'
import { sessionToken } from '../../people/sign-in/session-cookie.ts'
import { deskPurpose } from '../../people/sign-in/session-lifetimes.ts'
import { signOut } from '../../people/sign-in/sign-out.ts'
import { hashToken } from '../../people/sign-in/token.ts'
import { isId } from '../../runtime/ids.ts'
import { momentOf } from '../../runtime/moment.ts'
import { type Endpoint, endpoint, type Gate } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'
import type { Acting } from '../act-once.ts'
import { checkConfirmation, requireConfirmation } from '../confirm.ts'
import { csv, type DeskEndpoint, once, read } from '../endpoints.ts'
import { readRecentlyOwed } from '../overview/owed.ts'
import { readWaiting } from '../overview/waiting.ts'
import type { Staff } from '../staff.ts'
import { askForDeskLink } from './ask-for-link.ts'
import { addMember, endMember, listMembers, memberNotFound } from './members.ts'
import { endSessionById, listSessions, sessionId } from './sessions.ts'
import { listTokens, revokeToken } from './tokens.ts'

const everybody: Gate<AppContext, unknown> = { errors: ['not_found'] }

const who = 'sessions.own'

const ofStaff = {
  who: 'staff',
  answer: z.object({ staff: z.array(memberSchema) }),
} as const

/** These are commands as well. */
export const staffApi = [
  read(deskApiRoutes.staff, {
    ...ofStaff,
    summary: 'The staff, and what is open of each',
    run: ({ ctx }) => viewStaff(ctx),
  }),
  csv(deskApiRoutes.staffCsv, {
    who: 'staff',
    async *rows({ ctx }) {
      yield (await viewStaff(ctx)).staff
    },
    columns: {
      who: ({ email }) => email,
      role: ({ role }) => role ?? 'no longer staff',
      since: ({ addedAt }, timeZone) => addedAt && minuteIn(timeZone, addedAt),
      'added by': ({ addedBy }) => addedBy,
      'last seen': ({ seenAt }, timeZone) => seenAt && minuteIn(timeZone, seenAt),
      sessions: ({ sessions }) => sessions,
      tokens: ({ tokens }) => tokens,
    },
  }),
  once(deskApiRoutes.staff, {
    ...ofStaff,
    summary: 'Add somebody to the staff, or give them another role',
    command: 'Adds somebody to the staff, or gives them another role. Owners stand in content/site.yml.',
    input: addMemberSchema,
    errors: ['member_in_site'],
    status: 201,
    says: 'The staff as it is now.',
    async run({ ctx, by: { who, bind } }, { email: typed, role }) {
      const email = foldEmail(typed)
      await ctx.database.db.transaction().execute(async (trx) => {
        await addMember(trx, { email, role, who, site: ctx.library.typed.site }, momentOf(ctx))
        await bind(trx, email)
      })
    },
    view: ({ ctx }) => viewStaff(ctx),
  }),
  once('/api/desk/staff/:id/end', {
    ...ofStaff,
    summary: 'End all access of somebody: role, sessions and tokens; asks for `confirm`, their e-mail',
    command: 'Ends all access of somebody at once: role, links, sessions and tokens.',
    input: finalActSchema,
    errors: ['member_not_found', 'member_in_site', 'confirmation_required'],
    says: 'The staff as it is now.',
    async run({ ctx, params, by: { who, bind } }, { confirm }) {
      const member = (await viewStaff(ctx)).staff.find(({ email }) => email === foldEmail(params.id))
      if (!member) throw memberNotFound(params.id)
      const { email } = member
      requireConfirmation(email, confirm, member)
      await ctx.database.db.transaction().execute(async (trx) => {
        await endMember(trx, { email, who, site: ctx.library.typed.site }, momentOf(ctx))
        await bind(trx, email)
      })
    },
    view: ({ ctx }) => viewStaff(ctx),
  }),
]

async function viewStaff({ database, library, clock }: ShopContext) {
  return { staff: await listMembers(database.db, library.typed.site, clock()) }
}

export const signInApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'post',
    path: deskApiRoutes.link,
    gate: everybody,
    summary: 'Have a link to the desk mailed',
    description:
      'The answer is the same for every address; staff alone get a mail. From the third on within 15 minutes, of a client or for an address, it wants the human check.',
    input: deskLinkSchema,
    errors: ['validation_failed', 'verification_failed', 'verification_unavailable'],
    status: 202,
    says: 'If the address is staff’s, a link is mailed.',
    answer: z.object({}),
    async run({ ctx, asked }, wanted, res) {
      await askForDeskLink(ctx, wanted, asked, res)
      return {}
    },
  }),
  endpoint({
    method: 'post',
    path: deskApiRoutes.signOut,
    gate: everybody,
    summary: 'End the session at the desk',
    status: 204,
    says: 'The session has ended.',
    answer: null,
    run: ({ ctx, asked: { headers } }, _input, res) => signOut(ctx, headers, deskPurpose, res),
  }),
  read(deskApiRoutes.me, {
    who,
    summary: 'Who is signed in, with which role',
    answer: deskMeSchema,
    async run({ ctx, sender }) {
      const { email, role } = sender
      const owed = mayRead(sender, 'overview.sums') ? await readRecentlyOwed(ctx) : null
      const { things, messages, mails } = await readWaiting(ctx, sender, owed)
      const waiting = { things, messages: messages.unanswered, mails: mails.dead }
      const { staff } = ctx.library.typed.site
      const owners = staff.filter((each) => each.role === 'owner').map((owner) => owner.email)
      return { email, role, owners, waiting }
    },
  }),
  read(deskApiRoutes.sessions, {
    who,
    summary: 'Open sessions: one’s own, an owner’s everyone’s',
    answer: z.object({ sessions: z.array(openSessionSchema) }),
    async run({ ctx, sender, asked: { headers } }) {
      const token = sessionToken(headers, ctx.config, deskPurpose)
      const own = token && sessionId(hashToken(token))
      const sessions = await listSessions(ctx.database.db, reach(sender), ctx.clock())
      return { sessions: sessions.map((session) => ({ ...session, isThis: session.id === own })) }
    },
  }),
  csv(deskApiRoutes.sessionsCsv, {
    who,
    async *rows({ ctx, sender }) {
      yield await listSessions(ctx.database.db, reach(sender), ctx.clock())
    },
    columns: {
      whose: ({ email }) => email,
      since: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
      'last seen': ({ seenAt }, timeZone) => minuteIn(timeZone, seenAt),
      ends: ({ endsAt }, timeZone) => minuteIn(timeZone, endsAt),
    },
  }),
  end('/api/desk/sessions/:id', {
    summary: 'End a session',
    list: ({ database, clock }, email) => listSessions(database.db, email, clock()),
    end: async (ctx, which) =>
      (await endSessionById(ctx.database.db, which, momentOf(ctx))) || absent('session'),
  }),
  read(deskApiRoutes.tokens, {
    who,
    summary: 'Tokens in force: one’s own, an owner’s everyone’s',
    answer: z.object({ tokens: z.array(tokenSchema) }),
    run: async ({ ctx, sender }) => ({
      tokens: await listTokens(ctx.database.db, reach(sender), ctx.clock()),
    }),
  }),
  csv(deskApiRoutes.tokensCsv, {
    who,
    async *rows({ ctx, sender }) {
      yield await listTokens(ctx.database.db, reach(sender), ctx.clock())
    },
    columns: {
      whose: ({ email }) => email,
      made: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
      'last used': ({ usedAt }, timeZone) => usedAt && minuteIn(timeZone, usedAt),
      ends: ({ expiresAt }, timeZone) => expiresAt && minuteIn(timeZone, expiresAt),
      'may do': ({ scopes }) => scopes?.join(' ') ?? 'all',
    },
  }),
  end('/api/desk/tokens/:id', {
    summary: 'Revoke a token',
    list: ({ database, clock }, email) => listTokens(database.db, email, clock()),
    end: async (ctx, which) =>
      (isId(which.id) && (await revokeToken(ctx.database.db, which, momentOf(ctx)))) || absent('token'),
  }),
]

type Ending = {
  summary: string
  /** @param email null for all staff */
  list(ctx: ShopContext, email: string | null): Promise<readonly { id: string; email: string }[]>
  /** @throws AppError 404 `session_not_found` */
  end(
    ctx: ShopContext,
    which: Pick<Acting, 'who' | 'bind'> & { id: string; email: string | null },
  ): Promise<unknown>
}

/** Ends a session or token. Forms that end somebody else's require a confirmation. */
function end(path: `${string}/:id`, { summary, list, end: endIt }: Ending): DeskEndpoint {
  return once(path, {
    method: 'delete',
    who,
    summary: `${summary}; \`confirm\`, if sent, is the e-mail of whoever has it`,
    input: endAccessQuerySchema,
    errors: ['session_not_found', 'confirmation_required'],
    status: 204,
    says: 'It opens nothing any more.',
    answer: null,
    async run({ ctx, params: { id }, by: { who, bind, ...staff } }, { confirm }) {
      const isAll = mayAct(staff, 'sessions.others', { isReading: false })
      const which = { id, email: isAll ? null : staff.email, who, bind }
      confirmOthers({ ...which, confirm }, await list(ctx, which.email))
      await endIt(ctx, which)
    },
    view: async () => null,
  })
}

/** @returns null for owners, who see everyone's sessions and tokens; otherwise the person's own e-mail */
function reach(staff: Pick<Staff, 'email' | 'role' | 'scopes'>): string | null {
  return mayRead(staff, 'sessions.others') ? null : staff.email
}

/** @throws AppError 422 `confirmation_required` if a form ends somebody else's access */
function confirmOthers(
  { id, who, confirm }: { id: string; who: string; confirm: string | undefined },
  all: readonly { id: string; email: string }[],
): void {
  const found = all.find((each) => each.id === id)
  if (found && found.email !== who) checkConfirmation(found.email, confirm, found)
}

function absent(what: 'session' | 'token'): never {
  throw new AppError(404, 'session_not_found', `There is no such ${what}.`)
}
