/** A reader such as `head` may leave early. A full disk makes the command fail, although its work is done. */
export function reportLostOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    console.error(`The result can’t be written: ${error.message}. The command itself wasn’t stopped.`)
    process.once('exit', () => {
      process.exitCode = 1
    })
  })
  // Nobody can read a message any more.
  process.stderr.on('error', () => {})
}
