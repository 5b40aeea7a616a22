import { createInterface } from 'node:readline/promises'
import { flag } from './command.ts'

/** Options of every irreversible command. */
export const finalOptions = { yes: flag, 'dry-run': flag } as const

export const finalUsage = '[--yes | --dry-run]'

type Answers = { yes: boolean; 'dry-run': boolean; json: boolean }

/**
 * Irreversible commands need --yes, or the object's name typed at a terminal.
 * @param plan such as "refund $89.00 of order 2026-000123"
 * @throws Error without consent
 */
export async function mayGoOn(plan: string, name: string, { json, ...answers }: Answers): Promise<boolean> {
  if (answers['dry-run']) {
    console.log(json ? JSON.stringify({ dryRun: true, plan }) : `This would ${plan}. Nothing was done.`)
    return false
  }
  if (answers.yes) return true
  if (!process.stdin.isTTY) {
    throw new Error(`This would ${plan}, for good. Nothing was done: add --yes to do it.`)
  }
  console.error(`This will ${plan}, for good.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const typed = await terminal.question(`Type ${name} to go on: `)
  terminal.close()
  if (typed.trim() !== name) throw new Error('Nothing was done.')
  return true
}
