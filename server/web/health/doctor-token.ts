import type { Data, Keys } from '../../context.ts'

export const doctorHeader = 'X-Doctor'

/** Only who has the database and its key can make it. It opens what the site sees of a request. */
export async function doctorToken({ database, keyring }: Data & Keys): Promise<string> {
  return (await keyring.secrets(database.db)).of('doctor').toString('hex')
}
