/** `run` returns the exit status. */
export type Command = { usage: string; summary: string; run(args: string[]): Promise<number> }
