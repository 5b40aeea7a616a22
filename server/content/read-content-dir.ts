import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ContentError } from './content-error.ts'
import { extensions, type SourceFile, withoutExtension } from './documents/parse-document.ts'

export type ContentDir = { files: SourceFile[]; directories: Set<string> }

/**
 * Reads all files of a folder that hold content, and the names of all folders, also of empty ones.
 * Hidden names and unknown extensions are left alone.
 * @throws ContentError when the folder is missing.
 */
export function readContentDir(dir: string): ContentDir {
  const content: ContentDir = { files: [], directories: new Set(['/']) }
  try {
    walk(dir, '', content)
  } catch (error) {
    throw new ContentError(dir, 1, error instanceof Error ? error.message : String(error))
  }
  return content
}

function walk(dir: string, below: string, content: ContentDir): void {
  for (const name of readdirSync(join(dir, below)).sort()) {
    if (name.startsWith('.') || name.includes('node_modules')) continue
    const path = `${below}/${name}`
    const file = join(dir, path)
    const stats = statSync(file)
    if (stats.isDirectory()) {
      content.directories.add(withoutExtension(path))
      walk(dir, path, content)
      continue
    }
    const extension = extname(name)
    if (!stats.isFile() || !extensions.includes(extension)) continue
    content.files.push({
      name: file,
      path,
      extension,
      source: readFileSync(file, 'utf8'),
      createdAt: stats.birthtime,
      updatedAt: stats.mtime,
    })
  }
}
