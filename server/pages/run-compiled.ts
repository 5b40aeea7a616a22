import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

const scripts = new Map<string, Script>()

/**
 * Runs a CommonJS file with what V8 has compiled of it in an earlier process. Node's own compile cache holds what a module
 * does when it is loaded; this also holds what it does for a page.
 * @returns what the file exports
 */
export function runCompiled(file: string): unknown {
  const source = `(function (exports, require, module) {${readFileSync(file, 'utf8')}\n})`
  const cache = `${file}.${crc32(source).toString(16)}`
  const script = new Script(source, { filename: file, cachedData: readIfThere(cache) })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(file), module)
  scripts.set(cache, script)
  return module.exports
}

/** Keeps beside each file what of it is compiled by now. V8 refuses it when its version or its flags aren't the same. */
export function keepCompiled(): void {
  for (const [cache, script] of scripts) writeFileSync(cache, script.createCachedData())
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
