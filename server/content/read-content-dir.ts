import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { describeFileFault } from '../runtime/file-fault.ts'
import { ContentError } from './content-error.ts'
import { extensions, type SourceFile, withoutExtension } from './documents/parse-document.ts'
import { createTurns, type Turns } from './turns.ts'

export type ContentDir = { files: SourceFile[]; directories: Set<string>; warnings: string[] }

/**
 * Ignores hidden names and unknown extensions, and lists empty folders too.
 * @throws ContentError if the folder is missing
 */
export async function readContentDir(dir: string): Promise<ContentDir> {
  const content: ContentDir = { files: [], directories: new Set(['/']), warnings: [] }
  try {
    await walk(dir, '', content, createTurns())
  } catch (error) {
    throw new ContentError(dir, 1, describeFileFault(error) ?? String(error))
  }
  return content
}

async function walk(dir: string, below: string, content: ContentDir, turns: Turns): Promise<void> {
  for (const name of readdirSync(join(dir, below)).sort()) {
    if (name.startsWith('.') || name.includes('node_modules')) continue
    const path = `${below}/${name}`
    const file = join(dir, path)
    const stats = statSync(file)
    if (stats.isDirectory()) {
      content.directories.add(withoutExtension(path))
      await walk(dir, path, content, turns)
      continue
    }
    const extension = extname(name)
    if (!stats.isFile() || !extensions.includes(extension)) continue
    const bytes = readFileSync(file)
    const source = bytes.toString().replace(/^\ufeff/, '')
    if (!isUtf8(bytes)) content.warnings.push(wrongEncoding(file, source))
    content.files.push({
      name: file,
      path,
      extension,
      source,
      createdAt: stats.birthtime,
      updatedAt: stats.mtime,
    })
    if (turns.isOver()) await turns.next()
  }
}

function wrongEncoding(file: string, source: string): string {
  const line = source.slice(0, source.indexOf('\ufffd')).split('\n').length
  return `${file}:${line}: a character is shown as \ufffd: save the file as UTF-8`
}
