import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCollection, isMap, isPair, isScalar, parseDocument, Scalar } from 'yaml'
import { feedRoutes, routes } from '#shared/routes/routes.ts'
import { runs } from '#shared/testing/properties.ts'
import { copyContent } from '../testing/support/fixture-content.ts'
import { parsedContent } from '../testing/support/parsed-content.ts'
import { createTestApp, type TestApp } from '../testing/support/test-app.ts'
import { type ContentError, collectProblems } from './content-error.ts'
import { readLibrary, readTyped } from './read-library.ts'

type Parsed = ReturnType<typeof parseDocument>

/** One change to one file. */
type Mutant = { file: string; name: string; source: string }

const dir = copyContent()
const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(md|yml)$/.test(file))
  // One help article stands for all of them.
  .filter((file) => !file.startsWith('help/') || file === 'help/lost-or-leaked-key.md')
  .toSorted()
const sources = new Map(files.map((file) => [file, readFileSync(join(dir, file), 'utf8')]))

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ CONTENT_DIR: dir })
})
afterAll(async () => {
  await site.ctx.close()
  rmSync(dir, { recursive: true })
})

test('each member left out, misspelt or of another type is reported at the start, or every page still renders', async () => {
  const mutants = files.map((file) => mutantsOf(file, sources.get(file) as string))
  const accepted: Mutant[] = []
  for (const batch of batches(mutants)) accepted.push(...(await acceptedOf(batch)))
  // Fails if a start accepts everything or refuses everything.
  expect(mutants.flat().length).toBeGreaterThan(800)
  expect(accepted.length).toBeGreaterThan(100)
  expect(accepted.length).toBeLessThan(mutants.flat().length / 4)
  // A new analytics id takes a restart.
  const live = accepted.filter(({ name }) => !name.startsWith('analyticsId '))
  const shown = live.filter((_, index) => index % 6 < runs(1))
  for (const batch of together(files.map((file) => shown.filter((mutant) => mutant.file === file)))) {
    for (const { file, source } of batch) writeFileSync(join(dir, file), source)
    const prepared = await site.ctx.library.prepare()
    if (prepared.errors.length === 0) prepared.apply()
    expect(await failures(), batch.map(({ file, name }) => `${file}: ${name}`).join('\n')).toEqual([])
    for (const { file } of batch) restore(file)
  }
})

test.each(['', '\0\u0001', '---\n', '---\n---\n', '[]', '5', 'null', '- a\n- b\n', 'x: &a [*a]\n'])(
  'a file that holds %j alone',
  async (source) => {
    for (const batch of [['site.yml'], files.filter((file) => file !== 'site.yml')]) {
      expect(await acceptedOf(batch.map((file) => ({ file, name: 'all of it', source })))).toEqual([])
    }
  },
)

/** Changes each member at every depth: left out, misspelt, and of a wrong type, or of two in a deep run. */
function mutantsOf(file: string, source: string): Mutant[] {
  const [opening = '', yaml = '', rest = ''] = file.endsWith('.md')
    ? (/^(---\n)([\s\S]*?)(\n---[\s\S]*)$/.exec(source)?.slice(1) ?? [])
    : ['', source, '']
  const original = parseDocument(yaml)
  return pathsIn(original).flatMap((path, index) => {
    const change = (name: string, apply: (document: Parsed) => void): Mutant => {
      const document = original.clone() as Parsed
      apply(document)
      const changed = document.toString({ lineWidth: 0 })
      return { file, name: `${path.join('.')} ${name}`, source: opening + changed.replace(/\n$/, '') + rest }
    }
    const values = [5, '', null, [], {}, true, ['x'], { x: 1 }, 'soon', 0.5, -1]
    const turns = runs(1) > 1 ? [0, 1] : [0]
    const mistyped = turns.map((turn) => values[(2 * index + turn) % values.length])
    return [
      change('left out', (document) => document.deleteIn(path)),
      ...(typeof path.at(-1) === 'string'
        ? [change('misspelt', (document) => misspell(document, path))]
        : []),
      ...mistyped.map((value) =>
        change(`= ${JSON.stringify(value)}`, (document) => document.setIn(path, value)),
      ),
    ]
  })
}

function pathsIn({ contents }: Parsed): (string | number)[][] {
  const paths = new Map<string, (string | number)[]>()
  // One list item stands for all, because they share a schema.
  const shapeOf = (path: (string | number)[]) =>
    path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')
  const walk = (node: unknown, path: (string | number)[]) => {
    if (path.length > 0) paths.set(shapeOf(path), path)
    if (!isCollection(node)) return
    node.items.forEach((item, index) => {
      if (isPair(item)) walk(item.value, [...path, String(isScalar(item.key) ? item.key.value : item.key)])
      else walk(item, [...path, index])
    })
  }
  walk(contents, [])
  return [...paths.values()]
}

function misspell(document: ReturnType<typeof parseDocument>, path: (string | number)[]): void {
  const map = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const pair = isMap(map) && map.items.find(({ key }) => String(key) === path.at(-1))
  if (pair) pair.key = new Scalar(`${path.at(-1)}s`)
}

/** Changes several files at once, because complaints name their files. A broken site.yml hides all others. */
function batches(mutants: Mutant[][]): Mutant[][] {
  const others = mutants.filter(([first]) => first?.file !== 'site.yml')
  const alone = mutants.filter((list) => !others.includes(list)).flat()
  return [...together(others), ...alone.map((mutant) => [mutant])]
}

/** Interleaves the lists: the first of each, then the second, and so on. */
function together(lists: Mutant[][]): Mutant[][] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? []))
}

/** Mutants with which a site would start. */
async function acceptedOf(batch: Mutant[]): Promise<Mutant[]> {
  for (const { file, source } of batch) writeFileSync(join(dir, file), source)
  const errors = await readErrors()
  for (const { file } of batch) restore(file)
  for (const { file, line } of errors) expect([typeof file, line > 0]).toEqual(['string', true])
  return batch.filter(({ file }) => !errors.some((error) => error.file === join(dir, file)))
}

async function readErrors(): Promise<readonly ContentError[]> {
  const problems = collectProblems()
  problems.attempt(() => readTyped(dir, parsedContent))
  // All others are hidden, so they needn't be read.
  if (problems.list.some(({ file }) => file === join(dir, 'site.yml'))) return problems.list
  // Unchanged files needn't be parsed again.
  return (await readLibrary({ dir, cardPayments: false, cache: parsedContent, isLive: true })).errors
}

function restore(file: string): void {
  writeFileSync(join(dir, file), sources.get(file) as string)
}

async function failures(): Promise<[path: string, status: number][]> {
  const news = site.ctx.library.store.documents().filter(({ dir }) => dir === routes.news)
  const paths = [
    // A quote's page without a number is a 404.
    ...Object.values(routes).filter((path) => typeof path === 'string' && path !== routes.quote),
    ...Object.values(feedRoutes),
    ...[news[0], news.at(-1)].map((document) => String(document?.path)),
    '/api/pricing',
    '/api/releases',
  ]
  const answers = await Promise.all(
    paths.map(async (path): Promise<[string, number]> => [path, (await request(site.app).get(path)).status]),
  )
  return answers.filter(([, status]) => status !== 200)
}
