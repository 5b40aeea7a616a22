import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect } from 'vitest'
import { root } from '../../runtime/root.ts'

/** One change takes a line's work away, and a check must notice. */
export type Mutant = { name: string; file: string; files: Record<string, string> }

/** @param folder from the project's root @param names of files in it that are copied together, the entry first */
export function mutantsOf(folder: string, names: [entry: string, ...others: string[]]) {
  const sources = Object.fromEntries(
    names.map((name) => [name, readFileSync(join(root, folder, name), 'utf8')]),
  )
  // Inside the project, so that imports by name resolve.
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const dir = mkdtempSync(join(root, 'test-results/mutants-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  let loaded = 0

  function replaced(file: string, at: number, text: string, change: string): Mutant {
    const source = sources[file] ?? ''
    const mutated = source.slice(0, at) + change + source.slice(at + text.length)
    const line = source.slice(0, at).split('\n').length
    return {
      name: `${file}:${line} has ${change || 'nothing'} for ${text}`,
      file,
      files: { ...sources, [file]: mutated },
    }
  }

  /** Siblings come from the same copy, all others from where they are. */
  function atHome(text: string): string {
    return text.replaceAll(/from '(\.\.?\/[^']+)'/g, (whole, path: string) =>
      names.includes(path.slice('./'.length)) ? whole : `from '${join(root, folder, path)}'`,
    )
  }

  return {
    /** One mutant for each match of `inner` within each match of `outer`. */
    within(file: string, outer: RegExp, inner: RegExp, change: string): Mutant[] {
      const text = sources[file] ?? ''
      return [...text.matchAll(outer)].flatMap((found) =>
        [...found[0].matchAll(new RegExp(inner, 'g'))]
          .filter(([part]) => part !== '')
          .map((part) => replaced(file, found.index + part.index, part[0], change)),
      )
    },
    /** One mutant for each change of text that stands there once. */
    instead(file: string, text: string, ...changes: string[]): Mutant[] {
      const source = sources[file] ?? ''
      expect([text, source.split(text).length]).toEqual([text, 2])
      return changes.map((change) => replaced(file, source.indexOf(text), text, change))
    },
    /** @returns the entry's exports */
    async load({ files }: Mutant): Promise<unknown> {
      loaded += 1
      const home = join(dir, String(loaded))
      mkdirSync(home)
      for (const [file, text] of Object.entries(files)) writeFileSync(join(home, file), atHome(text))
      return import(/* @vite-ignore */ pathToFileURL(join(home, names[0])).href)
    },
  }
}

/** @returns whether one of the checks fails */
export async function isNoticed<Check>(
  checks: Record<string, Check>,
  run: (check: Check) => Promise<void>,
): Promise<boolean> {
  for (const check of Object.values(checks)) {
    const isFailed = await run(check).then(
      () => false,
      () => true,
    )
    if (isFailed) return true
  }
  return false
}
