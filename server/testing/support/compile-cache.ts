import { join } from 'node:path'
import { root } from '../../runtime/root.ts'

/** Tests start hundreds of threads and processes from TypeScript, so Node keeps what it compiled. */
export function setup(): void {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')
}
