import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isPair, isScalar, type Pair, visit } from 'yaml'
import type { Found } from '#shared/desk/overview-answers.ts'
import { isHashed } from '#shared/releases/release-files.ts'
import { openYaml } from '../../content/open-yaml.ts'
import { readReleases, readSite, siteVariables } from '../../content/site.ts'

/** Finds placeholders, empty picture slots and releases without hashes. */
export function findInContent(contentDir: string): Found[] {
  return [
    ...findPlaceholders(join(contentDir, 'site.yml')),
    ...filesBelow(join(contentDir, 'pages'), '.yml').flatMap((file) => [
      ...findPlaceholders(file),
      ...findEmptySlots(file),
    ]),
    ...filesBelow(join(contentDir, 'help'), '.md').flatMap(findCommentedPlaceholders),
    ...findUnfinishedReleases(contentDir),
  ]
}

/** Finds values whose comment starts with "Placeholder:" and says what belongs there. */
export function findPlaceholders(file: string): Found[] {
  const findings: Found[] = []
  const { document } = openYaml(file, readFileSync(file, 'utf8'))
  visit(document, {
    Pair(index, pair, path) {
      // Comments of deleted pairs above come first, so this takes the last placeholder.
      const todo = commentOf(pair, index, path.at(-1)).split('Placeholder:').slice(1).at(-1)
      if (!todo) return
      findings.push({
        where: `${file}, ${keysOf(pair, path)}`,
        found: isScalar(pair.value) ? `placeholder ${JSON.stringify(pair.value.value)}` : 'placeholder',
        todo: askToReplace(todo),
      })
    },
  })
  return findings
}

/** In Markdown the comment precedes text that only the application's makers can confirm. */
export function findCommentedPlaceholders(file: string): Found[] {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/<!--\s*Placeholder:((?:(?!<!--)[\s\S])*?)-->/g)].map(
    ({ index, 1: todo = '' }) => ({
      where: `${file}:${source.slice(0, index).split('\n').length}`,
      found: 'placeholder',
      todo: askToReplace(todo),
    }),
  )
}

/** Finds `picture: null`, for which pages show a default drawing or nothing. */
export function findEmptySlots(file: string): Found[] {
  const findings: Found[] = []
  visit(openYaml(file, readFileSync(file, 'utf8')).document, {
    Pair(_index, pair, path) {
      if (!isScalar(pair.key) || pair.key.value !== 'picture') return
      if (!isScalar(pair.value) || pair.value.value !== null) return
      findings.push({
        where: `${file}, ${keysOf(pair, path)}`,
        found: 'no picture',
        todo: 'Show the real program: a picture, or a film with a poster and captions. downloads.yml says how.',
      })
    },
  })
  return findings
}

function askToReplace(todo: string): string {
  return `${todo.replace(/\s+/g, ' ').trim()} Replace it and delete the comment's "Placeholder:".`
}

function keysOf(pair: Pair, path: readonly unknown[]): string {
  const pairs = [...path.filter(isPair), pair] as Pair[]
  return pairs.map(({ key }) => (isScalar(key) ? String(key.value) : '')).join('.')
}

/** YAML attaches a comment before a map's first key to the map. */
function commentOf({ key }: Pair, index: unknown, map: unknown): string {
  const ownComment = isScalar(key) ? key.commentBefore : null
  const mapComment = index === 0 && isMap(map) ? map.commentBefore : null
  return ownComment ?? mapComment ?? ''
}

function filesBelow(dir: string, extension: string): string[] {
  try {
    const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    return names
      .filter((name) => name.endsWith(extension))
      .toSorted()
      .map((name) => join(dir, name))
  } catch {
    return []
  }
}

function findUnfinishedReleases(contentDir: string): Found[] {
  const releases = readReleases(contentDir, siteVariables(readSite(contentDir)))
  return releases.flatMap(({ version, files }) => {
    const where = join(contentDir, 'releases', `${version}.yml`)
    const unhashed = files.filter((file) => !isHashed(file)).length
    return [
      ...findPlaceholders(where),
      ...(unhashed > 0
        ? [
            {
              where,
              found: `${unhashed} files without size and hashes`,
              todo: `Without them nobody can check a download, and no update is offered. Have the files at hand: npm run admin -- releases add ${version} FILE…`,
            },
          ]
        : []),
    ]
  })
}
