import { createHash, createPublicKey, randomBytes } from 'node:crypto'
import { readConfig } from '../config.ts'
import { readSite } from '../content/site.ts'
import { reencryptKeys } from '../licences/licensing/reencrypt-keys.ts'
import { countLostKeys, type LostKeys, reissueKeys } from '../licences/licensing/reissue-keys.ts'
import { readArguments, UsageError } from '../runtime/arguments.ts'
import { commandLine, recordAudit } from '../runtime/audit.ts'
import { findSealingKey, replaceLostSecret, requireLost } from '../runtime/keys/data-secret.ts'
import { hasKey, readKeys, requireKey } from '../runtime/keys/keyring.ts'
import {
  listSigningKeys,
  publishSigningKeys,
  requireInUse,
  requireRetirable,
  retireSigningKey,
} from '../runtime/keys/signing-keys.ts'
import { momentOf } from '../runtime/moment.ts'
import { type Command, flag, print } from './command.ts'
import { finalOptions, finalUsage, mayGoOn } from './confirm.ts'
import { withDatabase } from './open.ts'
import { openSiteDatabase } from './site-database.ts'
import { timeText } from './time-text.ts'

export const keys = {
  show: {
    usage: 'keys show [--json]',
    summary: 'Shows the public keys that licence files verify with; never a private one.',
    async run(args) {
      const { values } = readArguments(args, { json: flag })
      return withDatabase(async ({ database, keyring, library }) => {
        const { timeZone } = library.typed.site.company
        const shown = (await listSigningKeys(database.db)).map((key) => ({
          kid: key.kid,
          current: key.kid === keyring.kid,
          fingerprint: fingerprintOf(key.public_key),
          createdAt: key.created_at,
          retiredAt: key.retired_at,
          publicKey: key.public_key,
        }))
        const lines = shown.map(({ kid, current, retiredAt, fingerprint, publicKey }) => {
          const state = current
            ? ' (signs now)'
            : retiredAt
              ? ` (retired ${timeText(timeZone, retiredAt)})`
              : ''
          return `${kid}${state}\n${fingerprint}\n${publicKey}`
        })
        return print(values.json, shown, lines.join('\n'))
      })
    },
  },
  retire: {
    usage: `keys retire KID ${finalUsage} [--json]`,
    summary:
      'Takes a signing key out of /.well-known/licence-keys.json, for good. Not the one that signs now.',
    async run(args) {
      const { values, positionals } = readArguments(args, { json: flag, ...finalOptions }, 1)
      const [kid] = positionals
      if (!kid) throw new UsageError('Which key? npm run admin -- keys retire KID, as keys show names it.')
      return withDatabase(async (shop) => {
        const { db } = shop.database
        await requireRetirable(db, kid, shop.keyring.kid)
        if (!(await mayGoOn(`retire the signing key ${kid}`, kid, values))) return 0
        await db.transaction().execute(async (trx) => {
          const moment = momentOf(shop)
          const isNew = await retireSigningKey(trx, kid, { signer: shop.keyring.kid, now: moment.now })
          if (isNew) await recordAudit(trx, { who: commandLine, act: 'keys.retired', subject: kid }, moment)
        })
        const told = `${kid} is retired.\n${afterRetirement}`
        console.log(values.json ? JSON.stringify({ kid, retired: true }) : told)
        return 0
      })
    },
  },
  reencrypt: {
    usage: `keys reencrypt ${finalUsage} [--json]`,
    summary:
      'Encrypts every licence key with a new secret while the site runs. Every link to an order opens nothing afterwards.',
    async run(args) {
      const { values } = readArguments(args, { json: flag, ...finalOptions })
      const plan =
        'encrypt every licence key with a new secret, and end every link to an order that was mailed'
      if (!(await mayGoOn(plan, 'reencrypt', values))) return 0
      const licences = await withDatabase((shop) =>
        shop.keyring.replaceSecrets(shop.database.db, async (trx, secrets) => {
          const encrypted = await reencryptKeys(trx, { ...secrets, random: shop.random })
          const entry = { who: commandLine, act: 'keys.reencrypted', subject: shop.keyring.kid } as const
          await recordAudit(trx, { ...entry, after: { licences: encrypted } }, momentOf(shop))
          return encrypted
        }),
      )
      const done = `${licences} licence ${licences === 1 ? 'key is' : 'keys are'} encrypted with a new secret.`
      console.log(values.json ? JSON.stringify({ licences }) : `${done}\n${afterReencryption}`)
      return 0
    },
  },
  'replace-lost': {
    usage: `keys replace-lost ${finalUsage} [--json]`,
    summary:
      'The last resort when the signing key is lost for good: a new one, and a new key for every licence, by mail. Stop the site first.',
    async run(args) {
      const { values } = readArguments(args, { json: flag, ...finalOptions })
      const config = readConfig()
      const site = readSite(config.contentDir)
      const database = await openSiteDatabase(config)
      try {
        const { db } = database
        const sealedBy = await findSealingKey(db)
        if (!sealedBy) throw new Error('No key sealed this database yet, so none is lost: start the site.')
        if (hasKey(config)) requireLost(readKeys(config), sealedBy)
        // With PostgreSQL the key must exist, as nothing creates one.
        else requireKey(config)
        const plan = `give up the signing key ${sealedBy}: ${describeLost(await countLostKeys(db))}`
        if (!(await mayGoOn(plan, sealedBy, values))) return 0
        const moment = { now: new Date(), random: randomBytes }
        const keys = readKeys(config)
        await requireInUse(db, keys[0])
        const lost = await replaceLostSecret(db, { keys, ...moment }, async (trx, secrets) => {
          const reissued = await reissueKeys(trx, { secrets, site, ...moment })
          await publishSigningKeys(trx, keys, moment.now)
          const entry = { who: commandLine, act: 'keys.replaced_lost', subject: keys[0].kid } as const
          await recordAudit(trx, { ...entry, before: { kid: sealedBy }, after: reissued }, moment)
          return reissued
        })
        const { kid } = keys[0]
        if (values.json) console.log(JSON.stringify({ kid, lost: sealedBy, ...lost }))
        else console.log(`${kid} is the signing key now. Keep a copy of it elsewhere.\n${afterLoss}`)
        return 0
      } finally {
        await database.close()
      }
    },
  },
} satisfies Record<string, Command>

const afterRetirement = `
It has left /.well-known/licence-keys.json; caches may show it for another hour.
Applications that read this address refuse what the key signed, until the machine is activated again: tell its people.
Applications that were shipped with the key go on trusting it, and whoever holds it: release one without it.`

const afterReencryption = `
Links to orders that were mailed before open nothing any more; orders resend ORDER mails a new one.
Copies of the database made before still open with the signing key of their time: delete them, or keep it with them.`

function describeLost({ licences, mails, oldKeys, openImports }: LostKeys): string {
  return [
    `replace the keys of all ${licences} licences, and mail the new ones of the ${mails} active`,
    ...(oldKeys > 0 ? [`forget ${oldKeys} keys of another system, which then open nothing`] : []),
    ...(openImports > 0 ? [`forget ${openImports} uploaded imports that weren’t done`] : []),
    'and end every link to an order or quote that was mailed',
  ].join('; ')
}

const afterLoss = `
Orders, payments, invoices, messages, licences and their machines are as they were. Licence files that the lost key
signed verify until their machine asks again. The new keys go out by mail once the site runs. Links to orders that were
mailed before open nothing any more; orders resend ORDER mails a new one. Somebody may have found the lost key: if so,
retire it (keys retire).`

/** SHA-256 of the key's SubjectPublicKeyInfo, in base64. */
function fingerprintOf(pem: string): string {
  const spki = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  return `SHA256:${createHash('sha256').update(spki).digest('base64').replaceAll('=', '')}`
}
