import { expect } from 'vitest'
import { openDying } from './dying-process.ts'
import type { TestShop } from './shop.ts'
import type { TestApp } from './test-app.ts'

/** An act on something new each time; `look` says what there is of it in the end. */
export type Trial = { act(process: TestApp): Promise<unknown>; look(): Promise<object> }

/**
 * Kills an act before its first statement, tries it again, and so on for each statement until it comes to its end.
 * @param expected what there is after each second try
 * @returns after how many statements the act had come to its end
 */
export async function killAtEachStatement(
  shop: TestShop,
  begin: () => Promise<Trial>,
  expected: object,
): Promise<number> {
  let statements = 0
  for (let isFinished = false; !isFinished; statements += 1) {
    const { act, look } = await begin()
    const dying = await openDying(shop, statements)
    await act(dying).catch(() => {})
    isFinished = !dying.isKilled()
    // An act that was committed before the end refuses a second try.
    await act(shop).catch(() => {})
    expect([statements, await look()]).toEqual([statements, expected])
  }
  return statements
}
