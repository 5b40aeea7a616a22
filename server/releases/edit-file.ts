import { open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Rewrites a file as a whole or not at all, one editor at a time: the draft beside it is also the lock.
 * @param edit gets the current text, null when there is no such file; what it throws leaves the file as it was
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
