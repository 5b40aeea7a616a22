/** A reader such as `head` may leave early; a full disk fails the command, whose work is done all the same. */
export function reportLostOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    console.error(`The result can’t be written: ${error.message}. The command itself wasn’t stopped.`)
    process.once('exit', () => {
      process.exitCode = 1
    })
  })
  // Nobody is left to tell.
  process.stderr.on('error', () => {})
}
