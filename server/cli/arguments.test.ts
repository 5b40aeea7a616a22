import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { licenceStatuses } from '#shared/desk/requests/licences.ts'
import { queueStates } from '../messages/outbox/queue.ts'
import { choiceOf, choicesOf, readArguments, wholeNumber } from '../runtime/arguments.ts'

test('an option may be written in one word or in two', () => {
  const options = { amount: { type: 'string' } } as const
  for (const args of [
    ['x', '--amount', '100'],
    ['--amount=100', 'x'],
  ]) {
    expect(readArguments(args, options, 1)).toMatchObject({ values: { amount: '100' }, positionals: ['x'] })
  }
})

test('an argument too many is refused, and an option that there isn’t', () => {
  expect(readArguments(['a', 'b'], {}, 2).positionals).toEqual(['a', 'b'])
  expect(() => readArguments(['a', 'b', 'c'], {}, 1)).toThrow('Too many arguments: b c')
  expect(() => readArguments(['a'], {})).toThrow('Too many arguments: a')
  expect(() => readArguments(['--loud'], {})).toThrow('--loud')
})

test('a whole number is above 0 and has no more digits than an integer of the database', () => {
  expect(['1', '50', '999999999'].map((value) => wholeNumber('--limit', value))).toEqual([1, 50, 999_999_999])
  for (const value of ['', '0', '-1', '1.5', '1e3', '0x1', ' 1', '1000000000', 'Infinity']) {
    expect(() => wholeNumber('--limit', value)).toThrow(`--limit: "${value}" is no whole number above 0.`)
  }
  expect(() => wholeNumber('--amount', '1.50', 'cents')).toThrow('no whole number of cents')
})

test('a state is taken by its name, or by the word that lists show', () => {
  expect(choicesOf('--status', 'pending,lapsed,awaiting payment', ['pending', 'expired', 'paid'])).toEqual([
    'pending',
    'expired',
    'pending',
  ])
  expect(choiceOf('--status', 'given up', queueStates)).toBe('dead')
  expect(() => choiceOf('--status', 'off', licenceStatuses)).toThrow(
    '--status is one of active (on), suspended, revoked, not off.',
  )
})

test.each([
  ['server/demo/main.ts', 'npm run demo -- [--orders N]'],
  ['server/testing/soak/main.ts', 'npm run soak -- [--orders N]'],
  ['server/testing/fuzz/main.ts', 'npm run fuzz -- [--seconds N]'],
  ['server/testing/bench/main.ts', 'npm run bench -- desk [--orders N]', 'desk'],
])('%s names a wrong option without a stack, and its usage', (program, usage, ...words) => {
  const { status, stderr } = run(program, ...words, '--nope')
  expect([status, stderr.replace(/^Unknown option '--nope'[^\n]*\nUsage: /, '')]).toEqual([
    2,
    expect.stringMatching(/^npm run /),
  ])
  expect(stderr).toContain(`Usage: ${usage}`)
})

test('a program tells its usage when it is asked for', () => {
  const told = { status: 0, stdout: expect.stringContaining('Usage: npm run soak') }
  expect(run('server/testing/soak/main.ts', '--help')).toMatchObject(told)
})

function run(...args: string[]) {
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}
