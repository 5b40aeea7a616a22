import type { KyselyPlugin, ValuesNode } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { deskOptions } from '../../testing/support/desk.ts'
import { useShops } from '../../testing/support/shop.ts'
import { AppError } from '../../web/http/errors.ts'
import { confirmStatement } from './book/confirm.ts'
import { listStatements } from './list-statements.ts'
import { readStatement } from './read-statement.ts'
import { storeStatement, takeStatement } from './take-statement.ts'

describeOnBothEngines('the largest statement', (databases) => {
  const openShop = useShops(databases)
  const count = 5000
  const rows = Array.from({ length: count }, (_, n) => `22/11/2026,+${n + 1}.00,"PAYMENT ${n} OF SOMEBODY"`)
  const uploadOf = (lines: string[]) => ({
    bytes: Buffer.from(`Date,Amount,Description\n${lines.join('\n')}\n`),
    newAccount: 'main',
    chosen: null,
    who: 'test',
  })

  test('is stored in turns of a few lines, so that others are served in between', async () => {
    const { ctx } = await openShop(await deskOptions())
    let turns = 0
    let isOver = false
    const countTurns = () => {
      turns += 1
      if (!isOver) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    const batches: { lines: number; turns: number }[] = []
    let last = turns
    const noting: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'InsertQueryNode' && node.into?.table.identifier.name === 'statement_lines') {
          batches.push({ lines: (node.values as ValuesNode).values.length, turns: turns - last })
          last = turns
        }
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const db = ctx.database.db.withPlugin(noting)
    const id = await storeStatement({ ...ctx, database: { ...ctx.database, db } }, uploadOf(rows))
    isOver = true
    expect(batches.reduce((sum, { lines }) => sum + lines, 0)).toBe(count)
    expect(Math.max(...batches.map((batch) => batch.lines))).toBeLessThanOrEqual(200)
    expect(Math.min(...batches.map((batch) => batch.turns))).toBeGreaterThan(0)
    expect((await readStatement(ctx, id)).lines).toHaveLength(count)
  })

  test.each([
    ['in time', () => new AppError(503, 'temporarily_unavailable', 'Nothing was changed.')],
    ['at all', () => new Error('The thread for long work has ended.')],
  ])('is named as stored if its lines can’t be matched %s, and sends no Retry-After', async (_, failure) => {
    const { ctx } = await openShop(await deskOptions())
    const { db } = ctx.database
    const broken: KyselyPlugin = {
      transformQuery() {
        throw failure()
      },
      transformResult: async ({ result }) => result,
    }
    const database = { ...ctx.database, reader: ctx.database.reader.withPlugin(broken) }
    const answer = await takeStatement({ ...ctx, database }, uploadOf(rows.slice(0, 1))).catch((e) => e)
    const { id } = await db.selectFrom('statements').select('id').executeTakeFirstOrThrow()
    expect(answer).toMatchObject({
      code: 'statement_unmatched',
      message: expect.stringContaining(`The statement is stored as ${id}`),
      members: { statement: id },
      headers: {},
    })
  })

  test('may have no line more, and the refusal says how to split it', async () => {
    const { ctx } = await openShop(await deskOptions())
    const { db } = ctx.database
    await expect(storeStatement(ctx, uploadOf([...rows, '22/11/2026,+1.00,MORE']))).rejects.toMatchObject({
      code: 'statement_unreadable',
      message: expect.stringMatching(/more than 5,000 rows. Export it in parts, such as a month each/),
    })
    const id = await storeStatement(ctx, uploadOf(rows.slice(0, 1)))
    await db
      .updateTable('statements')
      .set({ lines: count + 1 })
      .where('id', '=', id)
      .execute()
    await expect(readStatement(ctx, id)).rejects.toMatchObject({ code: 'statement_unreadable' })
  })

  test('counts for nothing until its last line is stored', async () => {
    const { ctx } = await openShop(await deskOptions())
    const { db, reader } = ctx.database
    let asked = 0
    const clock = () => {
      asked += 1
      // The second time is the statement's own.
      if (asked > 1) throw new Error('broken off')
      return ctx.clock()
    }
    await expect(storeStatement({ ...ctx, clock }, uploadOf(rows))).rejects.toThrow('broken off')
    const page = { after: null, limit: 1, sort: '-createdAt' } as const
    expect(await listStatements(reader, page)).toMatchObject({ statements: [], last: null })
    const line = await db
      .selectFrom('statement_lines')
      .select('statement_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await expect(readStatement(ctx, line.statement_id)).rejects.toMatchObject({ code: 'statement_not_found' })
    const lines = [{ n: 2, order: '2026-000001', as: 'full' as const }]
    await expect(confirmStatement(ctx, line.statement_id, { lines, who: 'test' })).rejects.toMatchObject({
      code: 'statement_not_found',
    })
  })
})
