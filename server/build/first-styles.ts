import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FirstStyles } from '#shared/pages/render.ts'

/** Rules by a page's module, such as `./pages/home/page.tsx`; those of any other page have the empty name. */
export type FirstStylesFile = Record<string, string>

export const firstStylesFile = '.vite/first-styles.json'

/** @param client the built half, `dist/client` */
export function readFirstStyles(client: string): (modules: string[]) => FirstStyles {
  const file: FirstStylesFile = JSON.parse(readFileSync(join(client, firstStylesFile), 'utf8'))
  const byModule = new Map(Object.entries(file).map(([module, css]) => [module, { css, hash: hashOf(css) }]))
  const ofAnyPage = byModule.get('')
  if (!ofAnyPage) throw new Error(`The build's ${firstStylesFile} lacks the styles of other pages`)
  return (modules) => modules.map((module) => byModule.get(module)).find(Boolean) ?? ofAnyPage
}

/** A source expression of Content Security Policy 3, 2.3.1. */
function hashOf(css: string): string {
  return `'sha256-${createHash('sha256').update(css).digest('base64')}'`
}
