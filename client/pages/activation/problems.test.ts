import { expect, test } from 'vitest'
import { refusalSentences } from '#server/licences/licensing/refusals.ts'
import { explainProblem, unknownEnd } from './problems.ts'

const unknown = explainProblem('internal_error', unknownEnd)

test.each(Object.keys(refusalSentences))('%s has words of its own', (code) => {
  expect(explainProblem(code, unknownEnd)).not.toEqual(unknown)
})
