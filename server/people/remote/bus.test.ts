import { expect, it } from 'vitest'
import { describeOnPostgres } from '../../testing/support/databases.ts'
import { createBus, type Note } from './bus.ts'

describeOnPostgres('processes on one database', ({ create }) => {
  it('hear every note in one order, their own too, and a note by nobody heard is gone', async () => {
    const { database, environment } = await create({ migrated: false })
    const address = environment.DATABASE_URL ?? null
    const heard: Note[][] = [[], []]
    const all = Promise.withResolvers<void>()
    const [one, other] = heard.map((notes) =>
      createBus(database, address, {
        hear(note) {
          notes.push(note)
          if (heard.every(({ length }) => length === 20)) all.resolve()
        },
        lose() {},
      }),
    )
    if (!one || !other) throw new Error()
    await one.publish({ room: 'r', to: 'phone', text: 'early' })
    await Promise.all([one.open(), other.open(), one.open()])
    const text = 'x'.repeat(7000)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? one : other).publish({ room: `${index}`, to: 'glass', text }),
      ),
    )
    await all.promise
    expect(heard[0]).toEqual(heard[1])
    expect(heard[0]?.map(({ room }) => Number(room)).toSorted((a, b) => a - b)).toEqual([...Array(20).keys()])
    await Promise.all([one.close(), other.close()])
    await one.open()
    await one.close()
  })
})
