import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The project's folder, for the sources and for the bundle in `dist/server`. */
export const root = folderOfPackage(import.meta.dirname)

/** The folder that lies where the built site was started from: a link may lead to a newer release by now. */
export const linkedRoot = resolve(process.argv[1] ?? '', '../../..')

function folderOfPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderOfPackage(dirname(folder))
}
