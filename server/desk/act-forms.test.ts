import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deskEndpoints } from './api.ts'

const pages = globSync('client/desk/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))

const verbs = deskEndpoints.flatMap(({ method, path }) => {
  const [, verb] = /\/:\w+\/([\w-]+)$/.exec(path) ?? []
  return method === 'post' && verb !== undefined ? [verb] : []
})

test.each([...new Set(verbs)])('the desk has a form for %s', (verb) => {
  expect(pages.some((page) => page.includes(`'${verb}'`))).toBe(true)
})
