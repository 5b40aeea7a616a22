import type { DeskMember } from '#shared/desk/answers.ts'
import { plural } from '#shared/desk/count-words.ts'
import type { Site } from '#shared/seller/site.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { Clock, Data, Seller } from '../context.ts'
import { staffApi } from '../desk/sign-in/api.ts'
import { listMembers, memberNotFound, requireAdded } from '../desk/sign-in/members.ts'
import { readArguments, UsageError } from '../runtime/arguments.ts'
import { type Command, flag, print } from './command.ts'
import { commandsOf, type Subject } from './from-endpoints.ts'
import { withShop } from './open.ts'

type Row = DeskMember & { id: string }

const subject: Subject<Row> = {
  word: 'EMAIL',
  async find(shop, name) {
    if (!name) throw new UsageError('Whose? Give an e-mail of the staff.')
    const email = foldEmail(name)
    const member = (await listAll(shop)).find((each) => each.email === email)
    // A removed member can't be found any more.
    return { ...(member ?? { ...nobody, email }), id: email }
  },
  toJson: ({ id: _, ...member }) => member,
  toText: (member, _shop, verb) =>
    verb === 'end' ? `${member.email} has no access any more.` : toText(member),
}

export const staff = {
  list: {
    usage: 'staff list [--json]',
    summary: 'Lists the staff, and how many sessions and tokens of each are open.',
    async run(args) {
      const { values } = readArguments(args, { json: flag })
      return withShop(async (shop) => {
        const members = await listAll(shop)
        const lines = members.map(toText).join('\n') || 'No staff.'
        return print(values.json, members, lines)
      })
    },
  },
  ...commandsOf(staffApi, subject, {
    end: {
      isFinal: true,
      plan(member, { library }) {
        const { email, role, sessions, tokens } = member
        requireAdded(library.typed.site, email)
        if (role === null && sessions + tokens === 0) throw memberNotFound(email)
        return `end all access of ${toText(member)}`
      },
      fields: ({ email: confirm }) => ({ confirm }),
    },
  }),
} satisfies Record<string, Command>

const nobody = { role: null, addedBy: null, addedAt: null, seenAt: null, sessions: 0, tokens: 0 }

function listAll(shop: Data & Clock & Seller<{ typed: { site: Site } }>): Promise<DeskMember[]> {
  return listMembers(shop.database.db, shop.library.typed.site, shop.clock())
}

function toText({ email, role, sessions, tokens }: DeskMember): string {
  return `${email}  ${role ?? 'no longer staff'}  ${plural(sessions, 'session')}, ${plural(tokens, 'token')}`
}
