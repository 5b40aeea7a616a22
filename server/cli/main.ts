import { prepareNode } from '../runtime/process/prepare-node.ts'

prepareNode()
const { runCommand } = await import('./run-command.ts')
process.exitCode = await runCommand(process.argv.slice(2))
