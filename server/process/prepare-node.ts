import { executionAsyncResource } from 'node:async_hooks'
import module from 'node:module'
import packageJson from '../../package.json' with { type: 'json' }

const neededVersion = Number.parseInt(packageJson.engines.node, 10)

/** Caches compiled code, maps stack traces to sources, and refuses Node versions that couldn't load the program. */
export function prepareNode(): void {
  if (Number.parseInt(process.versions.node, 10) < neededVersion) {
    console.error(
      `This is Node ${process.versions.node}, and the site needs ${neededVersion}: install it, or use npm start, which brings its own.`,
    )
    process.exit(1)
  }
  module.enableCompileCache()
  module.setSourceMapsSupport(true)
  keepShapeOfTicks()
}

const kept: object[] = []

/**
 * Keeps one of the objects that `process.nextTick` makes. V8 forgets their shape in a full collection that finds none, and
 * each call then takes six times as long, for good. That was a seventh of a stored page's CPU.
 */
function keepShapeOfTicks(): void {
  process.nextTick(() => kept.push(executionAsyncResource()))
}
