/** `run` returns the exit status. */
export type Command = { usage: string; summary: string; run(args: string[]): Promise<number> }

/** Whether it isn't a noun with verbs. */
export function isCommand(entry: Record<string, Command> | Command | undefined): entry is Command {
  return typeof entry?.run === 'function'
}
