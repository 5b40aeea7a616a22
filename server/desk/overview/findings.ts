import type { Finding } from '#shared/desk/overview-answers.ts'
import { findMissingSettings, findOldBackup, findOperation } from '../../cli/doctor.ts'
import { variablesInUse } from '../../config.ts'
import { lookIntoQuarantine } from '../../contact/quarantine.ts'
import type { AppContext } from '../../context.ts'
import { countGivenUp } from '../../webhooks/queue.ts'

/** Checks settings, data and backups as `doctor` does, but not content. */
export async function findForDesk({
  config,
  database,
  clock,
}: Pick<AppContext, 'config' | 'database' | 'clock'>): Promise<Finding[]> {
  const quarantine = await lookIntoQuarantine(database.reader, clock())
  const givenUp = await countGivenUp(database.reader)
  return [
    ...config.misspelt.map((found) => ({ where: 'environment', found, todo: 'Rename it, or take it away.' })),
    ...findMissingSettings(variablesInUse()),
    ...findOperation(config),
    ...findOldBackup(config.dataDir, clock()),
    ...(givenUp > 0
      ? [
          {
            where: 'webhooks',
            found: `${givenUp} given up`,
            todo: 'Programs weren’t told: npm run admin -- webhooks list --status dead, then webhooks retry --dead.',
          },
        ]
      : []),
    ...(quarantine
      ? [
          {
            where: 'messages',
            found: `${quarantine.waiting} in quarantine within 30 days`,
            todo: 'People may be among the spam: look into Messages, Held as spam.',
          },
        ]
      : []),
  ]
}
