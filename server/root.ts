import { resolve } from 'node:path'

/** The project's folder: built files, `public/` and `content/` are found from any working directory. */
export const root = resolve(import.meta.dirname, '..')
