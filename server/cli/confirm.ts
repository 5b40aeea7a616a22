import { createInterface } from 'node:readline/promises'

/** Of every command whose act can't be undone. */
export const finalOptions = {
  yes: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const

export const finalUsage = '[--yes | --dry-run]'

type Answers = { yes: boolean; 'dry-run': boolean; json: boolean }

/**
 * Whether to go on with an act that can't be undone: after --yes, or after its object's name was typed at a terminal.
 * @param plan what the act does, such as "refund $89.00 of order 2026-000123"
 * @throws Error where nobody agreed
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
