import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageFilesOf, readManifest } from './built-assets.ts'

const indexFile = '.vite/page-files.txt'

/**
 * Lists each page's scripts and style sheets besides the common ones, for browsers to prefetch.
 * @param client folder of the built client, `dist/client`
 */
export function writePageFiles(client: string): void {
  const json = JSON.stringify(pageFilesOf(readManifest(client)))
  const hash = createHash('sha256').update(json).digest('hex').slice(0, 8)
  const file = `assets/page-files-${hash}.json`
  writeFileSync(join(client, file), json)
  writeFileSync(join(client, indexFile), `/${file}`)
}

/** Returns the address of the list. @param client folder of the built client, `dist/client` */
export function readPageFiles(client: string): string {
  return readFileSync(join(client, indexFile), 'utf8')
}
