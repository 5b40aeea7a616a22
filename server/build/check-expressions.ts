import { parseArgs } from 'node:util'
import { compareWithList, judge, writeList } from './judge-expressions.ts'

/**
 * Fails for an expression that is slow on long texts, and for a list that doesn't match the sources.
 * `--write` updates the list.
 */
const { write } = parseArgs({ options: { write: { type: 'boolean' } } }).values
const { listed, unjudged, gone } = compareWithList()
const safe: string[] = []

for (const expression of unjudged) {
  const problem = await judge(expression)
  if (problem) fail(`${expression.place}: ${expression.text} ${problem}`)
  else safe.push(expression.text)
}

if (write) writeList([...listed.filter((line) => !gone.includes(line)), ...safe])
else if (safe.length + gone.length > 0) {
  for (const text of safe) fail(`safe, but not in the list of expressions: ${text}`)
  for (const line of gone) fail(`in the list of expressions, but in no source: ${line}`)
  fail('npm run check -- --write updates the list')
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
