/** What a verb of the command line does with its arguments; the number is the exit status. */
export type Command = { usage: string; summary: string; run(args: string[]): Promise<number> }
