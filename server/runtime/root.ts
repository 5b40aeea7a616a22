import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = folderOfPackage(import.meta.dirname)

/** The started build's folder by its link, which may point to a newer release by now. */
export const linkedRoot = resolve(process.argv[1] ?? '', '../../..')

function folderOfPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderOfPackage(dirname(folder))
}
