import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compress } from '../web/http/compress.ts'

const compressible = /\.(css|js|json|svg|txt|xml)$/

/** Writes `file.br` and `file.gz` beside each file if they are smaller. */
export async function precompress(dir: string): Promise<void> {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    compressible.test(file),
  )
  await Promise.all(
    files.map(async (file) => {
      const path = join(dir, file)
      const bytes = readFileSync(path)
      const [br, gz] = await Promise.all([compress(bytes, 'br', 'most'), compress(bytes, 'gzip', 'most')])
      if (br.length < bytes.length) writeFileSync(`${path}.br`, br)
      if (gz.length < bytes.length) writeFileSync(`${path}.gz`, gz)
    }),
  )
}
