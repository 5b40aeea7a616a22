import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, found in the same way from the sources and from the bundle in `dist/server`. */
export const root = folderOfPackage(import.meta.dirname)

function folderOfPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderOfPackage(dirname(folder))
}
