import { prepareNode } from '../runtime/process/prepare-node.ts'

prepareNode()
const { reportLostOutput } = await import('./lost-output.ts')
reportLostOutput()
const { runCommand } = await import('./run-command.ts')
process.exitCode = await runCommand(process.argv.slice(2))
