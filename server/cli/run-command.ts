import { books } from './books.ts'
import { codes } from './codes.ts'
import type { Command } from './command.ts'
import { content } from './content.ts'
import { db } from './db.ts'
import { desk } from './desk.ts'
import { doctor } from './doctor.ts'
import { keys } from './keys.ts'
import { licences } from './licences.ts'
import { mail } from './mail.ts'
import { messages } from './messages.ts'
import { orders } from './orders.ts'
import { quotes } from './quotes.ts'
import { releases } from './releases.ts'
import { search } from './search.ts'
import { statement } from './statement.ts'
import { today } from './today.ts'
import { webhooks } from './webhooks.ts'

type Verbs = Record<string, Command>

export const commands: Record<string, Verbs | Command> = {
  books,
  codes,
  content,
  db,
  desk,
  doctor,
  keys,
  licences,
  mail,
  messages,
  orders,
  quotes,
  releases,
  search,
  statement,
  today,
  webhooks,
}

/** @returns the exit status */
export async function runCommand([noun = '', ...rest]: string[]): Promise<number> {
  const entry = lookUp(commands, noun)
  const [command, args] = isCommand(entry)
    ? [entry, rest]
    : [entry && lookUp(entry, rest[0] ?? ''), rest.slice(1)]
  if (!command) {
    console.log(usageOf(entry ? { [noun]: entry } : commands))
    return [noun, rest[0] ?? ''].some((word) => word === '--help' || word === '-h' || word === '') ? 0 : 2
  }
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`${command.summary}\n\n  npm run admin -- ${command.usage}`)
    return 0
  }
  try {
    return await command.run(args)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(args.includes('--json') ? JSON.stringify({ error: message }) : message)
    return 1
  }
}

function usageOf(shown: typeof commands): string {
  const rows = Object.values(shown).flatMap((entry) => (isCommand(entry) ? [entry] : Object.values(entry)))
  return ['Usage: npm run admin -- <noun> <verb> …']
    .concat(rows.map(({ usage, summary }) => `  ${usage}\n      ${summary}`))
    .join('\n')
}

export function isCommand(entry: Verbs | Command | undefined): entry is Command {
  return typeof entry?.run === 'function'
}

function lookUp<Value>(record: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
