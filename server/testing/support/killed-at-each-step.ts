import { expect } from 'vitest'
import { openDying } from './dying-process.ts'
import type { TestShop } from './shop.ts'
import type { TestApp } from './test-app.ts'

/** Each trial acts on something new; `look` returns its final state. */
export type Trial = { act(process: TestApp): Promise<unknown>; look(): Promise<object> }

/**
 * Kills an act before its first step, and after each in turn, and repeats it each time.
 * @param expected the state after the repeat
 */
export async function killAtEachStep(
  shop: TestShop,
  begin: () => Promise<Trial>,
  expected: object,
): Promise<void> {
  for (let steps = 0; ; steps += 1) {
    const { act, look } = await begin()
    const dying = await openDying(shop, steps)
    await act(dying).catch(() => {})
    // An act that was committed before the end refuses to repeat.
    await act(shop).catch(() => {})
    expect([steps, await look()]).toEqual([steps, expected])
    if (!dying.isKilled()) return expect(steps).toBeGreaterThan(0)
  }
}
