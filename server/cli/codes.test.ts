import { expect, test } from 'vitest'
import { runAdmin } from '../testing/support/admin.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'

describeOnBothEngines('the codes commands', ({ create }) => {
  test('a code is added, listed with its uses, and ended', async () => {
    const { environment } = await create()
    const codes = (...args: string[]) => runAdmin(environment, 'codes', ...args)
    const added = await codes('add', 'crew10', '--percent', '10', '--skus', 'solo,studio', '--max-uses', '10')
    expect(added).toMatchObject({
      status: 0,
      stdout: 'Added CREW10: 10% off, new licences of solo, studio.\n',
    })
    expect((await codes('list')).stdout).toBe(
      'CREW10  running  10% off, new licences of solo, studio  0 held, 0 of 10 used, 0 quoted\n',
    )
    expect(await codes('add', 'CREW10', '--amount', '5.00')).toMatchObject({
      status: 1,
      stderr: 'There is a code CREW10 already.\n',
    })
    expect((await codes('end', 'crew10')).stderr).toBe(
      'This would end CREW10, 0 held, 0 of 10 used, 0 quoted, for good. Nothing was done: add --yes to do it.\n',
    )
    expect((await codes('list')).stdout).toMatch(/^CREW10 {2}running /)
    expect((await codes('end', 'crew10', '--yes')).stdout).toBe('CREW10 has ended.\n')
    expect((await codes('list')).stdout).toMatch(/^CREW10 {2}ended /)
    const [row] = JSON.parse((await codes('list', '--json')).stdout)
    expect(row).toMatchObject({
      code: 'CREW10',
      skus: ['solo', 'studio'],
      for: 'new',
      maxUses: 10,
      counted: 0,
    })
    expect(row.endedAt).not.toBeNull()
    const gift = ['add', 'GIFT5', '--amount', '5.00', '--for', 'any', '--json']
    expect(JSON.parse((await codes(...gift)).stdout)).toMatchObject({ code: 'GIFT5', for: 'any', skus: null })
    const ended = JSON.parse((await codes('end', 'GIFT5', '--yes', '--json')).stdout)
    expect(ended).toMatchObject({ code: 'GIFT5', amount: 500, endedAt: expect.any(String), promised: 0 })
  })

  test.each([
    [['add', 'X'], /3 to 32 letters/],
    [['add', 'CREW10'], /give one of them/],
    [['add', 'CREW10', '--percent', '10', '--amount', '5.00'], /give one of them/],
    [['add', 'CREW10', '--percent', '101'], /at most 100/],
    [
      ['add', 'CREW10', '--percent', '10', '--from', '2026-12-01', '--to', '2026-11-01'],
      /ends before it begins/,
    ],
    [['add', 'CREW10', '--percent', '10', '--to', '2020-01-31'], /can’t end on 31 January 2020/],
    [['add', 'CREW10', '--percent', '10', '--skus', 'gone'], /gone isn’t sold/],
    [['end', 'NONE'], /no code NONE/],
  ])('%j is refused', async (args, message) => {
    const { environment } = await create()
    const { status, stderr } = await runAdmin(environment, 'codes', ...args)
    expect([1, 2]).toContain(status)
    expect(stderr).toMatch(message)
  })
})
