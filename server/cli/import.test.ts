import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAdmin } from '../testing/support/admin.ts'
import { describeOnBothEngines } from '../testing/support/databases.ts'

const fixtures = join(import.meta.dirname, '../licences/import/fixtures')
const dir = mkdtempSync(join(tmpdir(), 'import-'))

describeOnBothEngines('npm run admin -- import', (databases) => {
  test('says what it would do, does it once, and leaves out nothing that it refuses', async () => {
    const { environment } = await databases.create()
    const file = join(fixtures, 'gumroad.csv')
    const dry = await runAdmin(environment, 'import', file, '--from', 'gumroad', '--dry-run')
    const found = '7 rows: 7 new, 0 known, 0 refused. Updates are over for 7 of the new ones.'
    const [read, unread, ...told] = dry.stdout.split('\n')
    expect(read).toMatch(
      /^Read: E-mail \(Giftee Email, else Purchase Email, else Buyer Email\), .*Machines \(Quantity\), .*Status \(Disputed\?, .*, Access Revoked\?\)\.$/,
    )
    expect(unread).toMatch(
      /^Not read: Do not contact\?, Purchase Time \(UTC timezone\), .*, State, Country, /,
    )
    expect({ ...dry, stdout: told }).toEqual({
      status: 0,
      stderr: '',
      stdout: [`${found} Nothing was changed, because of --dry-run.`, ''],
    })
    const listed = (await runAdmin(environment, 'import', file, '--dry-run', '--json')).stdout
    expect(JSON.parse(listed).products).toEqual([
      { name: 'Solo', rows: 5 },
      { name: 'Studio', rows: 2 },
    ])
    const list = async () => JSON.parse((await runAdmin(environment, 'licences', 'list', '--json')).stdout)
    expect(await list()).toEqual([])
    const done = await runAdmin(environment, 'import', file)
    expect(done).toEqual({
      status: 0,
      stderr: '',
      stdout: `${read}\n${unread}\n${found}\n7 licences imported. Nobody is mailed.\n`,
    })
    const again = await runAdmin(environment, 'import', file)
    expect(again.stdout).toContain('\n7 rows: 0 new, 7 known, 0 refused. Nothing was changed.\n')
    const all = await list()
    expect(all).toHaveLength(7)
    expect(all[0]).toMatchObject({
      email: 'won@back.example',
      isImported: true,
      order: null,
      createdAt: '2024-02-01T13:00:00.000Z',
    })
    expect((await runAdmin(environment, 'licences', 'list')).stdout.match(/ imported /g)).toHaveLength(7)
    const shown = await runAdmin(environment, 'licences', 'show', 'a1b2c3d4-e5f60718-93a4b5c6-d7e8f901')
    expect(shown.stdout).toMatch(/importedFrom {2}Gumroad\noldOrder {6}\S+\noldKeyHint {4}…F901/)
    // Finds the licence by the other shop's reference.
    const [, order = ''] = /oldOrder +(\S+)/.exec(shown.stdout) ?? []
    const id = /lic_\w+/.exec(shown.stdout)?.[0]
    for (const text of ['f901', order]) {
      expect((await runAdmin(environment, 'licences', 'show', text)).stdout).toBe(shown.stdout)
      expect((await runAdmin(environment, 'licences', 'list', '--q', text)).stdout).toContain(id)
    }
    expect((await runAdmin(environment, 'orders', 'show', order)).stderr).toContain(`licences show ${id}`)
    expect((await runAdmin(environment, 'licences', 'show', 'Solo')).stderr).not.toBe('')
  })

  test('names each faulty row by its line and field, and takes the others', async () => {
    const { environment } = await databases.create()
    const file = join(dir, 'odd.csv')
    writeFileSync(
      file,
      'Who,Mail,Thing,Serial no,Since\nA,a@b.example,Pro (5),S-1-2-3-4-5,03/04/2020\nB,b,Pro (5),S-6-7-8-9-0,2020-04-03\n',
    )
    const map = [
      '--map',
      'Who=name,Serial no=key',
      '--map',
      'Thing=product,Since=bought',
      '--product',
      'Pro (5)=studio',
    ]
    const asked = await runAdmin(environment, 'import', file, ...map)
    expect([asked.status, asked.stdout.split('\n')]).toEqual([
      1,
      [
        'Line 2, Bought on: “03/04/2020” can be read in two ways. Say whether days or months come first.',
        'Line 3, E-mail: “b” is no address.',
        'Read: E-mail (Mail), Name (Who), Product (Thing), Bought on (Since), Old key (Serial no).',
        'Say --dates dmy, or --dates mdy.',
        '2 rows: 0 new, 0 known, 2 refused. Nothing was changed.',
        '',
      ],
    ])
    const bare = (await runAdmin(environment, 'import', file, '--dry-run', '--map', 'Thing=product')).stdout
    expect(bare).toContain(
      'Which column is Old key? Say --map "COLUMN=key", of Who, Mail, Thing, Serial no, Since.',
    )
    expect(bare).toContain('What is “Pro (5)”, in 2 rows? Say --product "Pro (5)=solo|')
    const { status, stdout } = await runAdmin(
      environment,
      'import',
      file,
      ...map,
      '--dates',
      'dmy',
      '--mail',
      '--json',
    )
    expect([status, JSON.parse(stdout)]).toMatchObject([
      1,
      { fresh: 1, refused: 1, done: { created: 1, refused: 1, mailed: 1 } },
    ])
    // The choices are remembered for a file with these columns.
    const again = await runAdmin(environment, 'import', file)
    expect(again.stdout).toContain('2 rows: 0 new, 1 known, 1 refused.')
  })

  test('says what it takes for granted, and what it missed', async () => {
    const { environment } = await databases.create()
    const file = join(dir, 'own.csv')
    const rows = ['a@b.example,solo,S-1-2-3-4-5,7,2020-04-03', 'b@b.example,solo,S-1-2-3-4-6,8,', '']
    writeFileSync(file, ['Email,Plan,Serial,Order,Sold when', ...rows].join('\n'))
    const dry = async (...args: string[]) =>
      (await runAdmin(environment, 'import', file, '--dry-run', ...args)).stdout
    expect(await dry()).toBe(
      [
        'Read: E-mail (Email), Product (Plan), Old key (Serial), Order (Order).',
        'Not read: Sold when.',
        'No column says when it was bought, so 2 new licences count as bought today. Is there one? Say --map "COLUMN=bought".',
        '2 rows: 2 new, 0 known, 0 refused. Nothing was changed, because of --dry-run.',
        '',
      ].join('\n'),
    )
    const map = ['--map', 'Sold when=bought']
    expect(await dry(...map)).toContain(
      '1 new licence counts as bought today, because no day of purchase stands in the row.',
    )
    await runAdmin(environment, 'import', file, ...map, '--map', '=key')
    const { stdout } = await runAdmin(environment, 'import', file, ...map, '--map', 'Serial=key')
    expect(stdout).toContain(
      '2 known, 0 refused. Of the known ones, 2 get the old key that they came without.',
    )
    expect((await runAdmin(environment, 'licences', 'show', 'S-1-2-3-4-6')).stdout).toContain('b@b.example')
  })

  test('refuses what it can’t read, or doesn’t know', async () => {
    const { environment } = await databases.create()
    const said = async (...args: string[]) => (await runAdmin(environment, 'import', ...args)).stderr
    const file = join(fixtures, 'edd.csv')
    expect(await said()).toContain('Which file?')
    expect(await said('/nope')).toBe('There is no file or folder /nope.\n')
    expect(await said(file, '--from', 'ebay')).toContain('--from is one of edd')
    expect(await said(file, '--map', 'Key=secret')).toContain('--map is one of email')
    expect(await said(file, '--map', 'Key')).toContain('names no field')
    expect(await said(file, '--product', 'Key')).toContain('names no product of ours')
    expect(await said(file, '--map', 'Nothing=key')).toContain('no column “Nothing”')
    writeFileSync(join(dir, 'sheet.xlsx'), 'PK\u0003\u0004')
    expect(await said(join(dir, 'sheet.xlsx'))).toContain('a spreadsheet such as XLSX')
  })
})
