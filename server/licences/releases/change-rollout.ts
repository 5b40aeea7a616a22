import { join } from 'node:path'
import { type Document, isMap, isScalar } from 'yaml'
import { openYaml } from '../../content/open-yaml.ts'
import { editFile } from './edit-file.ts'

/** @returns the changed file, with its comments @throws Error, without changing anything */
export function setRollout(contentDir: string, version: string, percent: number): Promise<string> {
  return edit(contentDir, version, (document) => {
    if (document.get('withdrawn') === true)
      throw new Error(`Version ${version} is withdrawn. A version that is offered again needs a new number`)
    set(document, 'rollout', percent)
  })
}

/** Returns and throws as `setRollout` does. */
export function withdraw(contentDir: string, version: string): Promise<string> {
  return edit(contentDir, version, (document) => set(document, 'withdrawn', true))
}

async function edit(
  contentDir: string,
  version: string,
  change: (document: Document) => void,
): Promise<string> {
  const path = join(contentDir, 'releases', `${version}.yml`)
  await editFile(path, (source) => {
    if (source === null) throw new Error(`There is no version ${version}: ${path} is missing`)
    const { document } = openYaml(path, source)
    change(document)
    return document.toString({ lineWidth: 0 })
  })
  return path
}

/** Inserts a new member below the date, above the long lists. */
function set(document: Document, key: string, value: unknown): void {
  const { contents } = document
  if (!isMap(contents) || contents.has(key)) document.set(key, value)
  else {
    const date = contents.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === 'date')
    contents.items.splice(date + 1, 0, document.createPair(key, value))
  }
}
