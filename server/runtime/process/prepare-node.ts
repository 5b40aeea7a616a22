import module from 'node:module'
import packageJson from '../../../package.json' with { type: 'json' }

/** ">=26.6 <27" → 26 */
const neededVersion = Number.parseInt(packageJson.engines.node.replace('>=', ''), 10)

/** Refuses a Node version that can't load the program, and applies settings that must come first. */
export function prepareNode(): void {
  if (Number.parseInt(process.versions.node, 10) < neededVersion) {
    console.error(
      `This is Node ${process.versions.node}, and the site needs ${neededVersion}: install it, or use npm start, which brings its own.`,
    )
    process.exit(1)
  }
  module.enableCompileCache()
  module.setSourceMapsSupport(true)
}
