import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

type Run = { script: Script; source: Buffer }

const runs = new Map<string, Run>()

/**
 * Runs a CommonJS file with what V8 has compiled of it in an earlier process. Node's own compile cache holds what a module
 * does when it is loaded; this also holds what it does for a page.
 * @returns what the file exports
 */
export function runCompiled(file: string): unknown {
  const source = readFileSync(file)
  const code = `(function (exports, require, module) {${source}\n})`
  const script = new Script(code, { filename: file, cachedData: readCompiled(file, source) })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(file), module)
  runs.set(file, { script, source })
  return module.exports
}

/** Keeps, beside each file that was run, what of it is compiled by now. */
export function keepCompiled(): void {
  for (const [file, { script, source }] of runs) {
    const data = script.createCachedData()
    writeFileSync(`${compiledOf(file)}.new`, Buffer.concat([headOf(source, data), data]))
    renameSync(`${compiledOf(file)}.new`, compiledOf(file))
  }
}

const compiledOf = (file: string) => `${file}.compiled`
const headBytes = 8

/** V8 refuses what another version or other flags have made; from damaged data, or those of another source, it crashes. */
function readCompiled(file: string, source: Buffer): Buffer | undefined {
  try {
    const kept = readFileSync(compiledOf(file))
    const data = kept.subarray(headBytes)
    return headOf(source, data).equals(kept.subarray(0, headBytes)) ? data : undefined
  } catch {
    return undefined
  }
}

function headOf(source: Buffer, data: Buffer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(crc32(source), 0)
  head.writeUInt32LE(crc32(data), 4)
  return head
}
