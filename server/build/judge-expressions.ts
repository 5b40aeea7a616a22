import { readFileSync, writeFileSync } from 'node:fs'
import { check } from 'recheck'
import { type Expression, findExpressions } from './find-expressions.ts'

/**
 * Lists safe expressions, one per line. A tab and a reason follow an expression whose texts are always short.
 */
const list = 'server/build/expressions.txt'

/** Compares the list with the sources. Both paths are relative to the project's root. */
export function compareWithList(): { listed: string[]; unjudged: Expression[]; gone: string[] } {
  const listed = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  const known = new Set(listed.map(expressionOf))
  const found = new Map(findExpressions().map((expression) => [expression.text, expression]))
  return {
    listed,
    unjudged: [...found.values()].filter(({ text }) => !known.has(text)),
    gone: listed.filter((line) => !found.has(expressionOf(line))),
  }
}

export function writeList(lines: string[]): void {
  writeFileSync(list, `${lines.toSorted().join('\n')}\n`)
}

/** @returns the problem; null if its time grows only linearly with the text */
export async function judge({ source, flags }: Expression): Promise<string | null> {
  const verdict = await check(source, flags, { timeout: 60_000 })
  if (verdict.status === 'safe') return null
  if (verdict.status === 'unknown') return `can’t be judged: ${verdict.error.kind}`
  return `takes time of ${verdict.complexity.summary}, for example on ${verdict.attack.pattern}`
}

function expressionOf(line: string): string {
  return line.replace(/\t.*/, '')
}
