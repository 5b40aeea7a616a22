import { open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces a file atomically; the draft also locks out a second editor.
 * @param edit receives null for a new file, and may throw
 */
export async function editFile(path: string, edit: (source: string | null) => string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.draft`)
  const handle = await open(draft, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(
      `${draft} is there already: another command is at work on this file, or one broke off. If none is, delete it`,
    )
  })
  try {
    try {
      await handle.writeFile(edit(await readIfThere(path)))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
