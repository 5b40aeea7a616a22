import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import GithubSlugger from 'github-slugger'
import { toString as textOf } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { expect, test } from 'vitest'
import { commands } from './cli/run-command.ts'
import { priceVariables } from './content/price-variables.ts'
import { readPricing, readSite, siteVariables } from './content/site.ts'

const readmes = globSync(['README.md', '{client,content,server,shared}/**/README.md'])

const trees = new Map(readmes.map((file) => [file, parse(file)]))

test('README.md leads to every other README', () => {
  expect(new Set(linksOf('README.md').map((link) => link.replace(/#.*/, '')))).toEqual(
    new Set(readmes.filter((file) => file !== 'README.md')),
  )
})

test('README.md has at most 150 lines', () => {
  expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

test.each(readmes)('every relative link of %s leads to a file, and to a heading in it', (file) => {
  const broken = linksOf(file).filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : join(dirname(file), path)
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
  expect(broken).toEqual([])
})

test.each(readmes)('every test that %s names exists', (file) => {
  const missing = codeOf(file)
    .filter((code) => /^[\w./-]+\.(test\.tsx?|e2e\.ts)$/.test(code))
    .filter((path) => !existsSync(path) && !existsSync(join(dirname(file), path)))
  expect(missing).toEqual([])
})

test.each(['client', 'server'])('the map in README.md has every folder of %s', (top) => {
  const map = /## The house\n+(.*?)\n\n\S/s.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''
  const [, part = ''] = new RegExp(`^ {4}${top}/(.*?)(?=^ {4}\\S|$(?!\\n))`, 'ms').exec(map) ?? []
  const folders = readdirSync(top, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).filter((name) => !part.includes(` ${name}/ `))).toEqual([])
})

test('README.md lists every name that content may use for a setting', () => {
  const site = readSite('content')
  const fromSite = siteVariables(site)
  const names = Object.keys({ ...fromSite, ...priceVariables(readPricing('content', fromSite), site) })
  const listed = codeOf('README.md')
  expect(names.filter((name) => !listed.includes(name))).toEqual([])
})

test('server/cli/README.md has a row for every noun of the command line', () => {
  const rows = readFileSync('server/cli/README.md', 'utf8').split('\n')
  const missing = Object.keys(commands).filter(
    (noun) => !rows.some((row) => row.startsWith(`| \`${noun}\``) || row.startsWith(`| \`${noun} `)),
  )
  expect(missing).toEqual([])
})

function linksOf(file: string): string[] {
  const links: string[] = []
  visit(treeOf(file), 'link', ({ url }) => {
    if (!/^[a-z]+:/.test(url)) links.push(url)
  })
  return links
}

function anchorsOf(file: string): string[] {
  const slugger = new GithubSlugger()
  const anchors: string[] = []
  visit(treeOf(file), 'heading', (heading) => {
    anchors.push(slugger.slug(textOf(heading)))
  })
  return anchors
}

function codeOf(file: string): string[] {
  const codes: string[] = []
  visit(treeOf(file), 'inlineCode', ({ value }) => {
    codes.push(value)
  })
  return codes
}

function treeOf(file: string) {
  return trees.get(file) ?? parse(file)
}

function parse(file: string) {
  return unified().use(remarkParse).use(remarkGfm).parse(readFileSync(file, 'utf8'))
}
