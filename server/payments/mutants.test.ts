import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { root } from '../root.ts'
import type { createStripeProvider } from './stripe.ts'
import { runCheck, stripeContract } from './stripe-contract.ts'

/** Each takes one line's work away, and a check of the contract must notice. */
type Mutant = { name: string; files: Record<string, string> }

const names = ['stripe.ts', 'stripe-snapshot.ts', 'stripe-refunds.ts', 'stripe-event.ts']
const sources = Object.fromEntries(
  names.map((name) => [name, readFileSync(join(root, 'server/payments', name), 'utf8')]),
)
// Inside the project, so that imports by name resolve.
mkdirSync(join(root, 'test-results'), { recursive: true })
const dir = mkdtempSync(join(root, 'test-results/mutants-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const mutants = [
  ...within('stripe.ts', /expand = \[[^\]]*\]/g, /'[^']+',?/g, ''),
  ...within('stripe.ts', /idempotencyKey: `[^`]*`,?/g, /.+/g, ''),
  ...within('stripe.ts', /idempotencyKey: `[^`]*`/g, /\$\{[^}]*\}/g, ''),
  ...within('stripe-snapshot.ts', /const (closed|inquiries|open): [^=]*= \[[^\]]*\]/g, /'[^']+',?/g, ''),
  ...within('stripe-snapshot.ts', /\['requires_payment_method'.*\]/g, /'[^']+',?/g, ''),
  ...within('stripe-snapshot.ts', /(?<=urgency.*= )\[[^\n]*/g, /'[^']+',?/g, ''),
  ...within('stripe-snapshot.ts', /if \([^\n]*\)/g, /\(.*\)$/g, '(false)'),
  ...within('stripe-snapshot.ts', /if \([^\n]*\)/g, /\(.*\)$/g, '(true)'),
  ...within('stripe-refunds.ts', /if \([^\n]*\)/g, /\(.*\)$/g, '(false)'),
  ...within('stripe-refunds.ts', /status === '[^']*'/g, /.*/, 'false'),
  ...instead('stripe.ts', "session.status === 'open'", 'true', 'false'),
  ...instead('stripe.ts', 'if (!intent)', 'if (false)'),
  ...instead('stripe.ts', 'stripe.refunds.list(about)', 'Promise.resolve({ data: [] })'),
  ...instead('stripe.ts', 'stripe.radar.earlyFraudWarnings.list(about)', 'Promise.resolve({ data: [] })'),
  ...instead('stripe.ts', 'stripe.disputes.list(about)', 'Promise.resolve({ data: [] })'),
  ...instead('stripe.ts', 'stripe.reviews.retrieve(id)', 'Promise.resolve(null)'),
  ...instead('stripe.ts', 'charge.disputed ?', 'false ?'),
  ...instead('stripe.ts', 'error.status !== 403', 'true', 'false'),
  ...instead('stripe.ts', '...retry.metadata', ''),
  ...instead('stripe.ts', ' && status !== 409', ''),
  ...instead('stripe.ts', ' && status !== 429', ''),
  ...instead('stripe.ts', ' && status < 500', ''),
  ...instead('stripe.ts', 'payment_intent_data: { metadata, ', 'payment_intent_data: { '),
  ...instead('stripe.ts', ' || !charge?.paid', ''),
  ...instead('stripe.ts', '[403, 404]', '[403]', '[]'),
  ...instead(
    'stripe-event.ts',
    '!secrets.some((secret) => isSigned(stripe, body, signature, secret))',
    'false',
  ),
  ...instead('stripe-event.ts', 'secrets.some(', 'secrets.every(', 'secrets.slice(0, 1).some('),
  ...instead('stripe-event.ts', 'secret, tolerance', 'secret, 1_000'),
  ...instead('stripe-event.ts', 'object.client_reference_id ?? ', ''),
  ...instead('stripe-event.ts', 'object.metadata?.order_id ?? ', ''),
  ...instead('stripe-event.ts', "typeof intent === 'string' ? intent : ", ''),
  ...instead('stripe-event.ts', 'intent?.id ?? ', ''),
  ...instead('stripe-event.ts', "object.object === 'payment_intent' ? object.id : ", ''),
  ...instead('stripe-event.ts', 'orderId === null && ', ''),
  ...instead('stripe-event.ts', ' && paymentIntent === null', ''),
  ...within('stripe-event.ts', /\.catch\((null|undefined)\)/g, /.+/g, ''),
  ...instead('stripe-refunds.ts', '!used.has(each.id) && ', ''),
  ...instead('stripe-refunds.ts', '!later.metadata?.order_id && ', ''),
  ...instead('stripe-refunds.ts', ' && later.amount === amount', ''),
  ...instead('stripe-refunds.ts', ' || isNamed', ''),
  ...instead('stripe-snapshot.ts', "status === 'lost'", 'true', 'false'),
  ...instead('stripe-snapshot.ts', " || status.startsWith('appeal_')", ''),
  ...instead('stripe-snapshot.ts', ' && !isForeign(dispute, session)', ''),
  ...instead('stripe-snapshot.ts', 'amount >= total * nearlyWhole', 'false', 'true'),
  ...instead('stripe-snapshot.ts', 'received ? null : stateOf(session, intent)', 'stateOf(session, intent)'),
]

test('there are mutants of every kind', () => {
  expect(mutants.length).toBeGreaterThan(50)
})

test.each(mutants.map((mutant, index) => ({ ...mutant, index })))(
  'a check fails when $name',
  async ({ files, index }) => {
    const make = await load(files, String(index))
    const failed: string[] = []
    for (const [name, check] of Object.entries(stripeContract)) {
      const outcome = await runCheck(make, check).then(
        () => null,
        () => name,
      )
      if (outcome) failed.push(outcome)
      if (outcome) break
    }
    expect(failed).not.toEqual([])
  },
)

/** One mutant for each match of `inner` within each match of `outer`. */
function within(file: string, outer: RegExp, inner: RegExp, change: string): Mutant[] {
  const text = sources[file] ?? ''
  return [...text.matchAll(outer)].flatMap((found) =>
    [...found[0].matchAll(new RegExp(inner, 'g'))]
      .filter(([part]) => part !== '')
      .map((part) => replaced(file, found.index + part.index, part[0], change)),
  )
}

/** One mutant for each change of text that stands there once. */
function instead(file: string, text: string, ...changes: string[]): Mutant[] {
  const source = sources[file] ?? ''
  expect([text, source.split(text).length]).toEqual([text, 2])
  return changes.map((change) => replaced(file, source.indexOf(text), text, change))
}

function replaced(file: string, at: number, text: string, change: string): Mutant {
  const source = sources[file] ?? ''
  const mutated = source.slice(0, at) + change + source.slice(at + text.length)
  const line = source.slice(0, at).split('\n').length
  return {
    name: `${file}:${line} has ${change || 'nothing'} for ${text}`,
    files: { ...sources, [file]: mutated },
  }
}

async function load(files: Record<string, string>, name: string): Promise<typeof createStripeProvider> {
  const home = join(dir, name)
  mkdirSync(home)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), atHome(text))
  const mutant = await import(/* @vite-ignore */ pathToFileURL(join(home, 'stripe.ts')).href)
  return mutant.createStripeProvider
}

/** Siblings come from the same copy, all others from where they are. */
function atHome(text: string): string {
  return text.replaceAll(/from '(\.\.?\/[^']+)'/g, (whole, path: string) =>
    names.includes(path.slice('./'.length)) ? whole : `from '${join(root, 'server/payments', path)}'`,
  )
}
