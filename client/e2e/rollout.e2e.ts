import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { addFiles } from '#server/licences/releases/add-files.ts'
import { withdraw } from '#server/licences/releases/change-rollout.ts'
import { contentWithStaff } from '#server/testing/support/content-with-staff.ts'
import { writeFiles } from '#server/testing/support/fixture-content.ts'
import type { Day } from '#shared/calendar/calendar.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { type DeskSite, expectAccessible, startDesk } from './desk-site.ts'
import { expect, test } from './test.ts'

test.describe.configure({ mode: 'default' })

let site: DeskSite
const contentDir = contentWithStaff(tmpdir(), [{ email: 'alex@example.com', role: 'owner' }])
const filesDir = `${contentDir}-files`

test.beforeAll(async () => {
  const add = (version: string, date: Day, rollout?: number) => {
    const names = ['x64.exe', 'arm64.exe', 'universal.dmg', 'x64.AppImage'].map(
      (end) => `App-${version}-${end}`,
    )
    const details = { summary: 'More words.', date, rollout }
    const paths = writeFiles(filesDir, names)
    return addFiles({ contentDir, version, paths, said: {}, details, clock: () => new Date() })
  }
  await add('9.0.0', '2026-01-01')
  await add('9.1.0', '2026-01-02', 25)
  await add('9.2.0', '2026-01-03', 25)
  await withdraw(contentDir, '9.2.0')
  await add('9.3.0-beta.1', '2026-01-04')
  site = await startDesk({ CONTENT_DIR: contentDir })
})
test.afterAll(async () => {
  await site.close()
  for (const dir of [contentDir, filesDir]) rmSync(dir, { recursive: true })
})

test('downloads, beta or not, and what’s new fit their widths and colours while versions are on their way', async ({
  page,
}) => {
  for (const path of [routes.downloads, routes.downloadsOf('beta'), routes.whatsNew]) {
    await site.open(page, path)
    await expectAccessible(page, path)
  }
})

test('Today shows who is offered what, and fits its widths and colours', async ({ browser, page }) => {
  await page.context().addCookies(await site.signIn(browser, 'alex@example.com'))
  await site.open(page, deskRoutes.home)
  const versions = page.getByRole('table', { name: 'Machines by version' })
  await expect(versions.getByRole('row', { name: /9\.1\.0 to 25%/ })).toBeVisible()
  await expect(versions.getByRole('row', { name: /9\.2\.0 withdrawn/ })).toBeVisible()
  await expect(versions.getByRole('row', { name: /9\.3\.0-beta\.1 beta/ })).toBeVisible()
  await expectAccessible(page, deskRoutes.home)
})
