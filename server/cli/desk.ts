import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { timeOfDay } from '#shared/calendar/time-of-day.ts'
import { allScopes } from '#shared/desk/scopes.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import type { Site } from '#shared/seller/site.ts'
import { foldEmail } from '#shared/text/email.ts'
import { type Config, variablesInUse } from '../config.ts'
import { listAudit } from '../desk/audit/list-audit.ts'
import { admitMember, findMember, type Member } from '../desk/sign-in/members.ts'
import { endSessionById, listSessions } from '../desk/sign-in/sessions.ts'
import { createToken, defaultDays, listTokens, mostDays, revokeToken } from '../desk/sign-in/tokens.ts'
import { createMailLink } from '../people/sign-in/mail-links.ts'
import { deskPurpose } from '../people/sign-in/session-lifetimes.ts'
import { choicesOf, readArguments, UsageError, wholeNumber } from '../runtime/arguments.ts'
import { commandLine } from '../runtime/audit.ts'
import { askSiteUrl } from '../runtime/control/ask-site-url.ts'
import type { Db, Trx } from '../runtime/db/database.ts'
import { firstRows } from '../runtime/db/keyset.ts'
import { momentOf } from '../runtime/moment.ts'
import { type Command, flag, limit, print, text } from './command.ts'
import { textOfEntry } from './history-text.ts'
import { withDatabase, withShop } from './open.ts'
import { timeText } from './time-text.ts'

export const desk = {
  link: {
    usage: 'desk link EMAIL [--json]',
    summary: 'Prints a link that opens the desk once, as EMAIL of the staff.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag }, 1)
      return withDatabase(async (ctx) => {
        const { database, config, library } = ctx
        const { site } = library.typed
        const { email } = await requireStaff(database.db, site, positionals[0])
        const origin = await originOf(config)
        const audit = { who: commandLine, act: 'desk.link_made' } as const
        const wanted = { purpose: deskPurpose.name, email, validMs: deskPurpose.linkMs, audit }
        const { token, expiresAt } = await createMailLink(database.db, wanted, momentOf(ctx))
        const url = `${origin}${deskRoutes.open}?token=${token}`
        if (values.json) console.log(JSON.stringify({ url, expiresAt }))
        else console.log(`${url}\nIt works once, until ${timeOfDay(expiresAt, site.company.timeZone)}.`)
        return 0
      })
    },
  },
  token: {
    usage: 'desk token EMAIL [--only SCOPES] [--days N] [--json]',
    summary:
      'Makes a token with which a program may do at /api/desk what EMAIL may, and shows it this once. --only narrows it, such as to orders:read,licences. It ends after N days (365).',
    async run(args) {
      const days = { ...text, default: String(defaultDays) } as const
      const { values, positionals } = readArguments(args, { json: flag, only: text, days }, 1)
      const wanted = {
        who: commandLine,
        scopes: choicesOf('--only', values.only, allScopes) ?? null,
        days: readTokenDays(values.days),
      }
      return withDatabase(async (ctx) => {
        const { site } = ctx.library.typed
        const { db } = ctx.database
        const { email } = await requireStaff(db, site, positionals[0])
        const admit = (trx: Trx, who: string) => admitMember(trx, site, who)
        const made = await createToken(db, { ...wanted, email }, momentOf(ctx), admit)
        const ends = `It ends on ${formatDate(dayIn(site.company.timeZone, made.expiresAt))}.`
        console.log(values.json ? JSON.stringify(made) : `${made.id}\n${made.token}\n${ends}`)
        return 0
      })
    },
  },
  tokens: {
    usage: 'desk tokens [--revoke ID] [--json]',
    summary: 'Lists the tokens in force, or revokes one.',
    async run(args) {
      const { values } = readArguments(args, { json: flag, revoke: text })
      return withDatabase(async (ctx) => {
        const { db } = ctx.database
        if (values.revoke !== undefined) {
          const which = { id: values.revoke, email: null, who: commandLine }
          if (!(await revokeToken(db, which, momentOf(ctx))))
            throw new Error(`There is no token ${which.id}.`)
        }
        const rows = await listTokens(db, null, ctx.clock())
        const at = (time: string | null) =>
          time ? timeText(ctx.library.typed.site.company.timeZone, time) : 'never'
        const lines = rows.map(
          ({ id, email, createdAt, usedAt, expiresAt, scopes }) =>
            `${id}  ${email}  made ${at(createdAt)}, used ${at(usedAt)}, ends ${at(expiresAt)}, for ${scopes?.join(', ') ?? 'everything'}`,
        )
        return print(values.json, rows, lines.join('\n') || 'No tokens.')
      })
    },
  },
  sessions: {
    usage: 'desk sessions [--end ID] [--json]',
    summary: 'Lists who is signed in at the desk, or ends a session.',
    async run(args) {
      const { values } = readArguments(args, { json: flag, end: text })
      return withDatabase(async (ctx) => {
        const { db } = ctx.database
        if (values.end !== undefined) {
          const which = { id: values.end, email: null, who: commandLine }
          if (!(await endSessionById(db, which, momentOf(ctx))))
            throw new Error(`There is no session ${which.id}.`)
        }
        const rows = await listSessions(db, null, ctx.clock())
        const at = (time: string) => timeText(ctx.library.typed.site.company.timeZone, time)
        const lines = rows.map(
          ({ id, email, createdAt, seenAt }) =>
            `${id}  ${email}  since ${at(createdAt)}, last seen ${at(seenAt)}`,
        )
        return print(values.json, rows, lines.join('\n') || 'Nobody is signed in.')
      })
    },
  },
  audit: {
    usage: 'desk audit [--limit N] [--json]',
    summary:
      'Lists what people changed, at the desk, by the command line and as customers; the latest first.',
    async run(args) {
      const { values } = readArguments(args, { json: flag, limit })
      const most = wholeNumber('--limit', values.limit)
      return withShop(async ({ database: { db }, library }) => {
        const { site, pricing } = library.typed
        const format = { currency: pricing.currency, timeZone: site.company.timeZone }
        const entries = await firstRows((page) => listAudit(db, format, page), { sort: '-at', most })
        const lines = entries.map(
          (entry) => `${timeText(format.timeZone, entry.at)}  ${textOfEntry(entry, format)}`,
        )
        return print(values.json, entries, lines.join('\n') || 'No entries.')
      })
    },
  },
} satisfies Record<string, Command>

/** Only the running site knows its address, unless SITE_URL is set here too. It may run as another user. */
async function originOf({ siteUrl, dataDir }: Config): Promise<string> {
  if (variablesInUse().has('SITE_URL')) return siteUrl
  return (await askSiteUrl(dataDir).catch(() => null)) ?? siteUrl
}

/** @throws Error */
function readTokenDays(value: string): number {
  const days = wholeNumber('--days', value, 'days')
  if (days <= mostDays) return days
  throw new UsageError(`--days: a token ends after ${mostDays} days at most.`)
}

/** @throws Error if the address doesn't belong to staff */
async function requireStaff(db: Db, site: Pick<Site, 'staff'>, email: string | undefined): Promise<Member> {
  if (!email) throw new UsageError('Whose? Give an e-mail of the staff.')
  const member = await findMember(db, site, foldEmail(email))
  if (member) return member
  throw new Error(
    `${email} isn’t among the staff. Add an owner to staff in content/site.yml, others by “staff add”.`,
  )
}
