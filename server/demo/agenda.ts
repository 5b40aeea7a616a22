type Entry = { at: number; act: () => Promise<unknown> }

/** A clock that jumps from one planned event to the next. */
export function createAgenda(start: Date, end: Date) {
  let now = start.getTime()
  const entries: Entry[] = []

  return {
    clock: () => new Date(now),
    /** Drops events after the end. @param at milliseconds */
    plan(at: number, act: Entry['act']): void {
      if (at < end.getTime()) entries.push({ at: Math.max(at, now), act })
    },
    /** @param then runs after each event */
    async run(then: () => Promise<unknown>): Promise<void> {
      while (entries.length > 0) {
        const next = entries.reduce((first, entry) => (entry.at < first.at ? entry : first))
        entries.splice(entries.indexOf(next), 1)
        now = next.at
        await next.act()
        await then()
      }
      now = end.getTime()
    },
  }
}

export type Agenda = ReturnType<typeof createAgenda>
