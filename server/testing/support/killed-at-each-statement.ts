import { expect } from 'vitest'
import { runs } from '#shared/testing/properties.ts'
import { openDying } from './dying-process.ts'
import type { TestShop } from './shop.ts'
import type { TestApp } from './test-app.ts'

/** Each trial acts on something new; `look` returns its final state. */
export type Trial = { act(process: TestApp): Promise<unknown>; look(): Promise<object> }

/** How many statements run before each death. The engines run the same, so each takes every second one; a deep run takes all. */
export function* deathsOn({ environment }: TestShop): Generator<number, never> {
  const step = runs(1) > 1 ? 1 : 2
  for (let statements = step === 2 && environment.DATABASE_URL ? 1 : 0; ; statements += step) yield statements
}

/**
 * Kills an act before its statements in turn, and repeats it each time.
 * @param expected the state after the repeat
 * @returns the number of its statements
 */
export async function killAtEachStatement(
  shop: TestShop,
  begin: () => Promise<Trial>,
  expected: object,
): Promise<number> {
  for (const statements of deathsOn(shop)) {
    const { act, look } = await begin()
    const dying = await openDying(shop, statements)
    await act(dying).catch(() => {})
    // An act that was committed before the end refuses to repeat.
    await act(shop).catch(() => {})
    expect([statements, await look()]).toEqual([statements, expected])
    if (!dying.isKilled()) return statements
  }
  throw new Error('It runs for ever')
}
