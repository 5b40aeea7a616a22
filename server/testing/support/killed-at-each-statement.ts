import { expect } from 'vitest'
import { runs } from '#shared/testing/properties.ts'
import { openDying } from './dying-process.ts'
import type { TestShop } from './shop.ts'
import type { TestApp } from './test-app.ts'

/** Each trial acts on something new; `look` returns its final state. */
export type Trial = { act(process: TestApp): Promise<unknown>; look(): Promise<object> }

/**
 * Kills an act before each of its statements in turn, and repeats it each time. The engines run the same statements, so each
 * takes every second one; a deep run takes all.
 * @param expected the state after the repeat
 * @returns the number of statements
 */
export async function killAtEachStatement(
  shop: TestShop,
  begin: () => Promise<Trial>,
  expected: object,
): Promise<number> {
  const step = runs(1) > 1 ? 1 : 2
  let statements = step === 2 && shop.environment.DATABASE_URL ? 1 : 0
  for (let isFinished = false; !isFinished; statements += step) {
    const { act, look } = await begin()
    const dying = await openDying(shop, statements)
    await act(dying).catch(() => {})
    isFinished = !dying.isKilled()
    // An act that was committed before the end refuses to repeat.
    await act(shop).catch(() => {})
    expect([statements, await look()]).toEqual([statements, expected])
  }
  return statements
}
