import cluster from 'node:cluster'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Database } from '../../runtime/db/database.ts'
import { openPool } from '../../runtime/db/postgres-pool.ts'

/** A message to every process of the site, including its sender, in the same order for all. */
export type Note = { room: string; to: Seat } & ({ text: string } | { takenBy: string })

/** The prompter's device, and the phone that controls it. */
export type Seat = 'glass' | 'phone'

export type Bus = {
  /** Call this before the first `publish`. */
  open(): Promise<void>
  publish(note: Note): Promise<void>
  close(): Promise<void>
}

type Listener = {
  hear(note: Note): void
  /** Called if notes may have been missed. */
  lose(): void
}

/** Carries notes by PostgreSQL between machines, by the primary between workers, or within one process. */
export function createBus(
  { engine, db }: Pick<Database, 'engine' | 'db'>,
  address: string | null,
  listener: Listener,
): Bus {
  if (engine === 'postgres' && address) return overPostgres(db, address, listener)
  return cluster.isWorker ? overPrimary(listener) : within(listener)
}

const channel = 'prompter_remote'

/** Holds one connection while open. Stores nothing, so a note without a listener is lost. */
function overPostgres(db: Database['db'], address: string, { hear, lose }: Listener): Bus {
  let opening: Promise<() => Promise<void>> | null = null

  async function listen() {
    const pool = await openPool(address, { max: 1 })
    const client: PoolClient = await pool.connect()
    client.on('notification', ({ payload }) => payload && hear(JSON.parse(payload)))
    client.on('end', () => {
      opening = null
      lose()
    })
    await client.query(`listen ${channel}`)
    return async () => {
      client.removeAllListeners('end')
      client.release(true)
      await pool.end()
    }
  }

  return {
    async open() {
      opening ??= listen()
      await opening.catch((error) => {
        opening = null
        throw error
      })
    },
    async publish(note) {
      await sql`select pg_notify(${channel}, ${JSON.stringify(note)})`.execute(db)
    },
    async close() {
      const end = await opening?.catch(() => null)
      opening = null
      await end?.()
    },
  }
}

function overPrimary({ hear }: Listener): Bus {
  const listen = (message: unknown) => {
    const { remoteNote } = message as Partial<Carried>
    if (remoteNote) hear(remoteNote)
  }
  return {
    async open() {
      if (!process.listeners('message').includes(listen)) process.on('message', listen)
    },
    async publish(remoteNote) {
      process.send?.({ remoteNote } satisfies Carried)
    },
    async close() {
      process.off('message', listen)
    },
  }
}

function within({ hear }: Listener): Bus {
  const nothing = async () => {}
  return { open: nothing, publish: async (note) => hear(note), close: nothing }
}

type Carried = { remoteNote: Note }

/** Runs in the primary, and passes each worker's notes to all workers. */
export function carryBetweenWorkers(): void {
  cluster.on('message', (_worker, message: Partial<Carried>) => {
    if (!message.remoteNote) return
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (worker?.isConnected()) worker.send(message)
    }
  })
}
